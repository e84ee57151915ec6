"""The table as a web page that needs no mouse, no sight and no script; one for all, and one for each seat.

The table's thread hands over one immutable moment at a time (`page_part`; `table.moment`); the page's own
event loop answers requests from it (`pages`, `server`: the shells; `kept_server` opens that anew). What a
page shows is decided in one place, for anybody, one seat or the host (`page_view`, with `seat_acts`,
`question_pages`, `cities`, `host_page`), and becomes HTML in which every text is escaped (`markup`,
`forms`, `document`). What changes goes down a stream of events (`stream`). A browser becomes a seat's by a
code that only the room hears (`pairing`), and every request is looked at before it is answered (`guard`,
`http_requests`). What it wants goes to the table as a request and is answered once. A table that follows
another one has its seats at that one's page: what is said there for a seat (`seat_talk`), over which line
(`host_line`: a shell).

Deliberately absent: a state of its own, anything from elsewhere, and any name that the wire uses.
"""
