/* A small sensor hub that speaks hub/1, for an ATmega328P at 16 MHz (Arduino Uno or Nano), in 4 kB.
 *
 * 64 sites on eight 74HC165, four keys, six lamps, 115,200 baud. It shares no line with the MicroPython
 * firmware: it was written from docs/hub-protocol.md, so that the wire is not one program's habit.
 *
 *   PD4 load (PL)   PD5 clock (CLK)   PD6 data in (QH of chip 0)   PD7 chain echo (SER of the last chip)
 *   PC0 to PC3 keys to ground         PB0 to PB5 lamps (PB5 is the board's own)
 *
 * Timers count milliseconds in 16 bits; nothing here lasts longer than 30 s.
 */

#include <avr/io.h>
#include <avr/pgmspace.h>
#include <avr/wdt.h>
#include <stdint.h>
#include <string.h>

#define CHIPS 8
#define SITES (8 * CHIPS)
#define KEYS 4
#define ID "00000000a7328042"
#define ID_END 0x8042

#define SCAN_MS 4
#define TAIL_MS 150
#define FALL_BACK_MS 6000
#define HELLO_MS 2000
#define LATE_HELLO_MS 5000 /* after so many calls in vain: */
#define CALLS 30
#define HOLD_MS 2000
#define MOST_CHANGES 32
#define EDGES 20      /* more of them within */
#define EDGES_MS 2000 /* so long set a site aside, until it is still for as long */
#define BROKEN 4      /* a bad scan counts 2, a good one takes 1 off: a dead line looks good every second time */
#define MENDING 29    /* what a broken chain counts from, down to BROKEN */
#define LINE 80  /* bytes of a packet from the host, SOF and LF included */
#define KEPT 200 /* bytes of an answer that can be repeated: a snapshot */

enum { EMPTY = 0x00, SOMETHING = 0x01, ASIDE = 0xfe, UNREAD = 0xff };
enum { FREE = 1, FAULTY = 2, CHANGED = 4 }; /* FREE: nothing is there, as far as the input says */

static struct site {
    uint8_t token, flags, streak, edges;
} sites[SITES];

static uint16_t epoch __attribute__((section(".noinit")));
static uint8_t asked __attribute__((section(".noinit"))); /* a restart */

static struct key {
    uint8_t count, down, streak, held;
    uint16_t since;
} keys[KEYS];

/* What changes all the time. Reached through a pointer in a register (ME), which halves the code of each access. */
static struct hub {
    uint32_t time, micros;
    uint8_t attached, booting, calls, replying, debounce, lamps, blinking, changes, chain, broken;
    uint8_t standing, letter, keeping, kept_length, kept_verb, length, in_packet, rx_in, rx_out, tx_in, tx_out;
    uint16_t ticks, ms, beat_every, beat_at, hello_at, host_at, window_at, scan_at, reply;
    uint16_t kept_seq, scans, bad;
    const char *words;
} hub;

#define ME                  \
    struct hub *me = &hub;  \
    __asm__("" : "+b"(me))

static uint32_t version, sent_version, digest, stamp, crc;
static uint16_t seq, fault_count, bad_scans;
static uint8_t number_arg;
static const char *cause;

/* -- clock and cable: looked at so often that no interrupt is needed */

static uint8_t rx[256], tx[256]; /* their indexes go round by themselves */

static void pump(void) {
    ME;
    uint8_t state = UCSR0A;
    if (state & _BV(RXC0)) rx[me->rx_in++] = UDR0;
    if (state & _BV(UDRE0) && me->tx_in != me->tx_out) UDR0 = tx[me->tx_out++];
}

static void look_at_clock(void) {
    ME;
    while ((uint16_t)(TCNT1 - me->ticks) >= 250) {
        me->ticks += 250;
        me->time++;
        me->micros += 1000;
    }
    me->ms = me->time;
}

/* -- what it says */

static uint8_t kept[KEPT];

static void crc_byte(uint8_t byte) {
    pump();
    crc ^= byte;
    for (uint8_t bit = 8; bit; bit--) {
        uint8_t low = crc & 1;
        crc >>= 1;
        if (low) crc ^= 0xedb88320UL;
    }
}

static uint32_t sum_of(const void *at, uint8_t count, uint8_t step) {
    const uint8_t *byte = at;
    for (crc = 0xffffffff; count; count--, byte += step) crc_byte(*byte);
    return ~crc;
}

static void out(uint8_t byte) {
    ME;
    while ((uint8_t)(me->tx_in + 1) == me->tx_out) pump();
    if (me->keeping && me->kept_length < KEPT) kept[me->kept_length++] = byte;
    tx[me->tx_in++] = byte;
    crc_byte(byte);
}

static void digit(uint8_t value) {
    value &= 15;
    out(value < 10 ? '0' + value : 'a' - 10 + value);
}

static void hex(uint8_t byte) {
    digit(byte >> 4);
    digit(byte);
}

/* So many bytes, `step` apart. A number lies in memory with its lowest byte first, so it is told with step -1. */
static void bytes_out(const uint8_t *at, uint8_t count, int8_t step) {
    for (; count; count--, at += step) hex(*at);
}

/* What the capitals in a packet's text stand for: the first byte, how many, how far apart. */
#define NUMBER(name) {(uint8_t *)&(name) + sizeof(name) - 1, sizeof(name), -1}
static const struct {
    const uint8_t *at;
    uint8_t count;
    int8_t step;
} BYTES[] PROGMEM = {
    /* A */ NUMBER(epoch), NUMBER(sent_version), NUMBER(version), NUMBER(hub.time), NUMBER(digest),
    /* F */ NUMBER(hub.scans), NUMBER(hub.bad), NUMBER(hub.standing), NUMBER(hub.reply), NUMBER(stamp),
    /* K */ NUMBER(hub.micros), NUMBER(number_arg), NUMBER(hub.beat_every), NUMBER(fault_count),
    /* O */ NUMBER(seq), {&sites[0].token, SITES, sizeof *sites}, {&keys[0].count, KEYS, sizeof *keys},
};

static void list_changes(void) {
    uint8_t comma = 0;
    for (uint8_t site = 0; site < SITES; site++)
        if (sites[site].flags & CHANGED) {
            if (comma) out(',');
            comma = 1;
            hex(site);
            out(':');
            hex(sites[site].token);
        }
}

static void all_told(void) {
    ME;
    for (struct site *site = sites; site < sites + SITES; site++) site->flags &= ~CHANGED;
    me->changes = 0;
    sent_version = version;
}

static void text(const char *at);

static void capital(char which) {
    ME;
    if (which == 'R') { /* the packet that is answered, if one is */
        if (me->replying) text(PSTR(" r=I"));
    } else if (which == 'T')
        list_changes();
    else if (which == 'V')
        out(me->letter);
    else if (which == 'W')
        text(me->words);
    else {
        uint8_t row = which - 'A';
        bytes_out((uint8_t *)pgm_read_word(&BYTES[row].at), pgm_read_byte(&BYTES[row].count),
                  pgm_read_byte(&BYTES[row].step));
    }
}

static void text(const char *at) {
    for (char c; (c = pgm_read_byte(at)); at++)
        if (c >= 'A' && c <= 'Z') capital(c);
        else out(c);
}

/* A packet from its letter and its text. */
static void say(char type, const char *body) {
    look_at_clock();
    out('$');
    crc = 0xffffffff;
    out(type);
    text(PSTR(" O"));
    seq++;
    text(body);
    uint32_t sum = ~crc;
    out('*');
    bytes_out((uint8_t *)&sum + 3, 4, -1);
    out('\n');
}

static const char CHAT[] PROGMEM = "chat", CHAIN[] PROGMEM = "chain";
#define WHOLE 0xff

#define SAY(type, body) say(type, PSTR(body))

static void hello(void) {
    hub.words = cause;
    hub.standing = hub.debounce * SCAN_MS;
    SAY('H', " hub=1.0 fw=fingerpost-avr/1.0 id=" ID " e=A n=40 cap=s,k,l rx=50 hb=M db=H sc=00fa rs=WR");
}

static void snapshot(void) {
    all_told();
    SAY('S', " e=A v=C t=D s=PR");
}

static void beat(void) {
    ME;
    me->standing = me->broken;
    for (struct site *site = sites; site < sites + SITES; site++)
        if (site->flags & FAULTY) me->standing++;
    digest = sum_of(sites, SITES, sizeof *sites);
    SAY('B', " e=A v=C t=D d=E sc=F er=G f=H k=Q");
    me->scans = 0;
}

static void say_key(uint8_t key, char action) {
    ME;
    me->letter = action;
    number_arg = key;
    me->standing = keys[key].count;
    if (me->attached) SAY('K', " e=A i=L a=V c=H t=D");
}

/* A fault of a site, or (0) of the chain, has come or gone. */
static void say_fault(struct site *site, uint8_t stands) {
    ME;
    number_arg = site ? site - sites : WHOLE;
    fault_count = site ? site->edges : bad_scans;
    me->words = site ? CHAT : CHAIN;
    me->letter = '0' + stands;
    if (me->attached) SAY('F', " e=A i=L k=W x=V n=N t=D");
}

/* -- what it feels */

static void set(struct site *site, uint8_t token) {
    ME;
    if (site->token == token) return;
    site->token = token;
    if (me->booting) return;
    version++;
    if (!(site->flags & CHANGED)) me->changes++;
    site->flags |= CHANGED;
}

static void settle(struct site *site) {
    set(site, site->flags & FAULTY ? ASIDE : site->flags & FREE ? EMPTY : SOMETHING);
}

/* What the chain says, bit by bit as it is clocked; whether the echo behind it is right. */
static uint8_t read_chain(uint8_t *fresh) {
    uint8_t byte = 0;
    PIND = _BV(PD7); /* turns the echo round */
    PORTD &= ~_BV(PD4);
    PORTD |= _BV(PD4);
    for (uint8_t chip = 0; chip <= CHIPS; chip++) {
        for (uint8_t bit = 8; bit; bit--) {
            byte <<= 1;
            if (PIND & _BV(PD6)) byte |= 1;
            PORTD |= _BV(PD5);
            PORTD &= ~_BV(PD5);
        }
        *fresh++ = byte;
    }
    return byte == (PORTD & _BV(PD7) ? 0xff : 0x00);
}

static void scan_chain(void) {
    ME;
    static uint8_t fresh[CHIPS + 1];
    uint8_t good = read_chain(fresh);
    if (!good) {
        bad_scans++;
        me->chain += 2;
        if (me->chain >= BROKEN) {
            me->chain = MENDING;
            if (!me->broken) say_fault(0, 1);
            me->broken = 1;
        }
    } else {
        me->scans++;
        if (me->chain && --me->chain == BROKEN) {
            me->broken = me->chain = 0;
            say_fault(0, 0);
        }
    }
    struct site *site = sites;
    for (uint8_t *byte = fresh; byte < fresh + CHIPS; byte++) {
        pump();
        for (uint8_t bit = 8; bit; bit--, site++, *byte >>= 1) {
            if (me->broken) set(site, ASIDE);
            if (!good || me->broken) {
                site->streak = 1; /* all begin anew to hold still */
                continue;
            }
            if ((site->flags ^ *byte) & FREE) {
                site->flags ^= FREE;
                site->streak = 1;
                if (++site->edges > EDGES && !(site->flags & FAULTY)) {
                    site->flags |= FAULTY;
                    say_fault(site, 1);
                    settle(site);
                }
            }
            if (site->streak && site->streak++ >= me->debounce) {
                site->streak = 0;
                settle(site);
            }
        }
    }
}

/* Sites that were still since the last time are believed again. */
static void forget_edges(void) {
    for (struct site *site = sites; site < sites + SITES; site++) {
        if (site->flags & FAULTY && !site->edges) {
            site->flags &= ~FAULTY;
            say_fault(site, 0);
            settle(site);
        }
        site->edges = 0;
    }
}

static void scan_keys(void) {
    ME;
    uint8_t levels = PINC;
    for (uint8_t number = 0; number < KEYS; number++, levels >>= 1) {
        struct key *key = keys + number;
        uint8_t down = !(levels & 1);
        if (me->booting) key->down = key->held = down; /* a key that is down at the start is held without a word */
        if (down == key->down) {
            key->streak = 0;
            if (down && !key->held && me->ms - key->since >= HOLD_MS) {
                key->held = 2;
                say_key(number, 'h');
            }
        } else if (++key->streak == 4) {
            uint8_t mute = key->held == 1;
            key->down = down;
            key->held = 0;
            if (down) {
                key->since = me->ms;
                key->count++;
                say_key(number, 'd');
            } else if (!mute)
                say_key(number, 'u');
        }
    }
}

/* -- what it is asked */

static char line[LINE];

static uint8_t digit_of(char c) { /* either case */
    c -= '0';
    if ((uint8_t)c < 10) return c;
    c = (c | 0x20) - ('a' - '0');
    return (uint8_t)c < 6 ? c + 10 : 0xff;
}

/* `size` hex digits into `stamp`; false when they are none. */
static uint8_t read_hex(const char *at, uint8_t size) {
    stamp = 0;
    while (size--) {
        uint8_t value = digit_of(*at++);
        if (value > 15) return 0;
        stamp = stamp << 4 | value;
    }
    return 1;
}

/* The text behind the first ` key=`, or NULL; the key ends with a NUL or `=`. */
static char *field(const char *key) {
    for (char *at = line + 6; *at; at++) {
        if (*at != ' ') continue;
        const char *want = key;
        char *have = at + 1;
        while (*have == *want && *have != '=') have++, want++;
        if (*have == '=' && (*want == '=' || !*want)) return have + 1;
    }
    return 0;
}

/* Whether all behind the SEQ is ` key=value`, no key twice. */
static uint8_t fields_good(void) {
    for (char *at = line + 6; *at;) {
        if (*at != ' ') return 0;
        char *key = ++at;
        while (digit_of(*at) < 10 || (uint8_t)(*at - 'a') < 26) at++;
        if (at == key || *at != '=' || field(key) != at + 1) return 0;
        while (*at && *at != ' ') at++;
    }
    return 1;
}

static const char ERRORS[] PROGMEM = "\0arg\0verb\0crc\0len\0perm";
enum { ARG = 1, VERB = 5, CRC = 10, LEN = 14, PERM = 18 }; /* where each begins; 0: none */

static uint8_t error;

/* A field's number, all of it in `stamp`; the error is arg when it is missing or makes no sense. */
static uint16_t number(const char *key) {
    char *at = field(key);
    uint8_t size = 0;
    while (at && at[size] > ' ') size++;
    if (!size || size > 8 || !read_hex(at, size)) error = ARG;
    return stamp;
}

static uint16_t number_or(const char *key, uint16_t otherwise) {
    return field(key) ? number(key) : otherwise;
}

static void done(void) {
    hub.words = ERRORS + error;
    if (error) SAY('A', "R er=W");
    else SAY('A', "R ok=1");
}

static void obey(uint8_t verb) {
    ME;
    uint16_t first, second;
    me->kept_verb = verb;
    me->kept_seq = me->reply;
    me->kept_length = 0;
    me->keeping = verb != 'h' && verb != 'f'; /* those are done anew when they come again */
    if (verb == 'h') {
        me->attached = 1;
        me->beat_at = me->ms + me->beat_every;
        hello();
        verb = 's';
    }
    if (verb == 's') {
        snapshot();
        return;
    }
    if (verb == 'p') {
        number("h");
        if (!error) {
            SAY('Y', "R h=J t=D u=K");
            return;
        }
    } else if (verb == 'l') {
        first = number("m");
        second = number("b");
        if (!error) {
            me->lamps = first;
            me->blinking = second;
        }
    } else if (verb == 'c') {
        first = number_or("hb", me->beat_every);
        second = number_or("db", me->debounce * SCAN_MS) / SCAN_MS;
        if (field("mask")) error = ARG; /* it has no masks */
        if (!error) {
            me->beat_every = first < 100 ? 100 : first;
            me->debounce = second < 2 ? 2 : second;
        }
    } else if (verb == 'f') {
        for (struct site *site = sites; site < sites + SITES; site++)
            if (site->flags & FAULTY) say_fault(site, 1);
        if (me->broken) say_fault(0, 1);
    } else if (verb == 'x') {
        if (number("id") != ID_END) error = PERM;
        if (!error) asked = 1;
    } else
        error = VERB;
    done();
}

/* A packet has ended: why it is bad, or 0 when its CRC is to be looked at. */
static void packet(uint8_t why) {
    ME;
    char *trailer = line + me->length - 9;
    line[me->length] = 0;
    uint8_t named = me->length >= 6 && line[1] == ' ' && read_hex(line + 2, 4);
    me->reply = stamp;
    if (!why) {
        why = CRC;
        if (me->length > 14 && *trailer == '*') {
            *trailer = 0;
            if (read_hex(trailer + 1, 8) && stamp == sum_of(line, me->length - 9, 1) && !strchr(line, '*')) {
                why = ARG;
                if (line[0] < 'a' || line[0] > 'z') named = 0;
                else if (named && fields_good()) why = 0;
            }
        }
    }
    look_at_clock();
    me->replying = 1;
    error = why;
    if (why) {
        me->bad++;
        if (named) done();
    } else {
        me->host_at = me->ms;
        if (me->reply == me->kept_seq && line[0] == me->kept_verb && me->kept_length)
            for (uint8_t at = 0; at < me->kept_length; at++) out(kept[at]);
        else
            obey(line[0]);
    }
    me->keeping = me->replying = 0;
}

static void hear(uint8_t byte) {
    ME;
    if (byte == '\r' || (!me->in_packet && byte != '#')) return;
    if (byte == '#' || byte == '\n') {
        if (me->length) packet(0);
        me->in_packet = byte == '#';
    } else {
        uint8_t why = (uint8_t)(byte - 0x20) > 0x5e || byte == '$' ? CRC : me->length + 2 >= LINE ? LEN : 0;
        if (!why) {
            line[me->length++] = byte;
            return;
        }
        packet(why);
        me->in_packet = 0;
    }
    me->length = 0;
}

/* -- its life */

static uint8_t due(uint16_t at) { return (int16_t)(hub.ms - at) >= 0; }

static void tick(void) {
    ME;
    if (me->attached && due(me->host_at + FALL_BACK_MS)) {
        me->attached = me->calls = 0;
        me->hello_at = me->ms;
    }
    if (!me->attached) {
        if (due(me->hello_at)) {
            me->hello_at = me->ms + (me->calls < CALLS ? HELLO_MS : LATE_HELLO_MS);
            if (me->calls < CALLS) me->calls++;
            hello();
        }
        PORTB = !(me->ms & 0x700);
        return;
    }
    PORTB = (me->lamps & ~me->blinking) | (me->ms & 256 ? me->blinking : 0);
    if (me->changes && me->tx_in == me->tx_out) {
        if (me->changes > MOST_CHANGES)
            snapshot();
        else {
            SAY('D', " e=A p=B v=C t=D c=T");
            all_told();
        }
        if (!due(me->beat_at - TAIL_MS)) me->beat_at = me->ms + TAIL_MS;
    }
    if (due(me->beat_at)) {
        me->beat_at = me->ms + me->beat_every;
        beat();
    }
}

static const char POR[] PROGMEM = "por", PIN[] PROGMEM = "pin", BROWN[] PROGMEM = "brown", WDT[] PROGMEM = "wdt",
                  SOFT[] PROGMEM = "soft";

/* There are no interrupts, so their table is left out: the chip starts at the first word of its flash. */
__attribute__((naked, used, section(".vectors"))) static void power_on(void) { __asm__("rjmp __init"); }
__attribute__((naked, used, section(".init2"))) static void make_ready(void) {
    __asm__("clr r1\n out 0x3f, r1\n ldi r28, lo8(%0)\n ldi r29, hi8(%0)\n out 0x3e, r29\n out 0x3d, r28" ::"i"(RAMEND));
}
__attribute__((naked, used, section(".init9"))) static void go(void) { __asm__("rjmp main"); }
__attribute__((naked, used, section(".init0"))) static void init(void) { __asm__(".global __init\n__init:"); }

static void start(void) {
    ME;
    uint8_t flags = MCUSR;
    MCUSR = 0;
    cause = PIN;
    if (flags & _BV(PORF)) cause = POR;
    if (flags & _BV(BORF)) cause = BROWN;
    if (flags & _BV(WDRF)) cause = asked ? SOFT : WDT;
    asked = 0;
    wdt_enable(WDTO_500MS);
    epoch += 40503u; /* what the memory held when the power came, another one at each boot */
    DDRD = _BV(PD4) | _BV(PD5) | _BV(PD7);
    DDRB = 0x3f;
    PORTC = _BV(KEYS) - 1;
    TCCR1B = _BV(CS11) | _BV(CS10); /* 250 ticks a millisecond */
    UCSR0A = _BV(U2X0);
    UBRR0 = 16; /* 115,200 baud */
    UCSR0B = _BV(RXEN0) | _BV(TXEN0);
    me->booting = 1;
    me->debounce = 4;
    me->beat_every = 1000;
    for (struct site *site = sites; site < sites + SITES; site++) {
        site->token = UNREAD;
        site->flags = FREE;
        site->streak = 1;
    }
}

__attribute__((OS_main)) int main(void) {
    ME;
    start();
    for (;;) {
        pump();
        look_at_clock();
        if (!asked) wdt_reset(); /* else the watchdog restarts it, long after the answer was sent */
        if (due(me->scan_at)) {
            me->scan_at = me->ms + SCAN_MS;
            scan_keys();
            scan_chain();
        }
        if (due(me->window_at)) {
            me->window_at = me->ms + EDGES_MS;
            forget_edges();
        }
        if (me->booting) {
            if (me->ms >= 40) me->booting = 0;
            continue;
        }
        if (me->rx_in != me->rx_out) hear(rx[me->rx_out++]);
        tick();
    }
}
