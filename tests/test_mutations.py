"""The list of small changes that `scripts/mutate` makes is as the code is."""

from scripts.mutating import found, listed, name_of


def test_given_the_list_of_mutations_when_read_then_each_is_found_once_and_changes_something() -> None:
    mutations = listed()
    assert len(mutations) >= 100
    assert [name_of(one) for one in mutations if not found(one) or one.old == one.new] == []


def test_given_the_list_of_mutations_when_read_then_each_names_a_criterion_and_none_stands_twice() -> None:
    mutations = listed()
    assert all(1 <= one.criterion <= 90 and one.tests for one in mutations)
    changes = [(one.file, one.old, one.new) for one in mutations]
    assert len(set(changes)) == len(changes)
