"""One table: whole games, what is refused, copies, records, views that tell nothing."""

import copy
import json
import pickle
import threading

import numpy as np
import pytest

import stamtafel

GAMES = stamtafel.games()


def played(game, steps, players=3, seed=1):
    rng = np.random.default_rng(seed)
    table = stamtafel.make(game, players=players, seed=seed)
    for _ in range(steps):
        if table.over:
            break
        table.act(rng.choice(table.legal()))
    return table


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_and_its_record(game):
    table = played(game, 10**6)
    assert table.over and table.seat == -1 and table.acting == ()
    outcome = table.outcome()
    assert min(outcome.ranks) == 1
    again = stamtafel.Table.replay(table.record(remarks=True))
    assert again.outcome() == outcome and again.steps == table.steps
    with pytest.raises(stamtafel.TurnError):
        table.act(0, 0)


@pytest.mark.parametrize("game", GAMES)
def test_the_options_are_what_is_legal_and_the_rest_says_why_not(game):
    table = played(game, 30)
    options = table.options()
    assert [o.action for o in options if o.allowed] == table.legal().tolist()
    before = table.fingerprint
    for option in options:
        assert table.action_number(option.id) == option.action
        if option.allowed:
            assert option.rule == "" and table.why_not(option.action) == ""
            continue
        with pytest.raises(stamtafel.IllegalError) as error:
            table.act(option.action)
        assert error.value.rule == option.rule
        assert str(error.value) == table.why_not(option.id)
        assert table.why_not(option.id, language="de") != table.why_not(option.id)
    assert table.fingerprint == before
    assert table.mask().sum() == len(table.legal())


@pytest.mark.parametrize("game", GAMES)
def test_copies_and_pickles_go_their_own_way(game):
    table = played(game, 20)
    for again in (table.copy(), copy.deepcopy(table), pickle.loads(pickle.dumps(table))):
        assert again.fingerprint == table.fingerprint
        assert again.record() == table.record()
        twin = table.copy()
        action = int(table.legal()[-1])
        again.act(action)
        twin.act(action)
        assert again.fingerprint == twin.fingerprint, "the same chance"
        assert table.steps == 20 and again.steps == 21
    world = table.reimagine(0, seed=3)
    assert pickle.loads(pickle.dumps(world)).fingerprint == world.fingerprint


@pytest.mark.parametrize("game", GAMES)
def test_positions(game):
    table = played(game, 25)
    for position in (table.position(), json.dumps(table.position()), table.bytes()):
        again = stamtafel.Table.at(game, position, seed=4)
        assert again.fingerprint == table.fingerprint
        assert again.legal().tolist() == table.legal().tolist()
    with pytest.raises(stamtafel.PositionError):
        stamtafel.Table.at(game, "{")
    with pytest.raises(stamtafel.Error):
        stamtafel.Table.at(game, {})
    with pytest.raises(stamtafel.Error):
        stamtafel.Table.at(game, table.bytes()[:-1])


@pytest.mark.parametrize("game", GAMES)
def test_no_observation_tells_what_is_hidden(game):
    table = played(game, 30)
    for seat in range(table.players):
        for seed in range(3):
            world = table.reimagine(seat, seed=seed)
            assert world.view(seat) == table.view(seat)
            assert world.key(seat) == table.key(seat)
            assert (world.observe(seat) == table.observe(seat)).all()
            assert world.legal(seat).tolist() == table.legal(seat).tolist()


@pytest.mark.parametrize("game", GAMES)
def test_the_fields_cover_the_observation(game):
    table = played(game, 10)
    fields = table.observation_fields()
    end = 0
    for field in fields:
        assert field.start == end and field.size > 0 and field.name
        end += field.size
    assert end == table.observation_size == len(table.observe())
    numbers = table.observe()
    for field in fields:
        if field.one_hot:
            part = numbers[field.start : field.start + field.size]
            assert set(part.tolist()) <= {0.0, 1.0}, field


def test_what_is_refused():
    make = stamtafel.make
    with pytest.raises(stamtafel.UsageError, match="Did you mean 'koenig'"):
        make("konig")
    with pytest.raises(ValueError, match="3 to 6 players"):
        make("koenig", players=2)
    with pytest.raises(stamtafel.UsageError):
        make("koenig", players=3, variants={"nothing": 1})
    with pytest.raises(stamtafel.UsageError):
        make("koenig-v9999")
    table = make("koenig", players=3, seed=1)
    for seat in (-3, 3, 99):
        with pytest.raises(stamtafel.UsageError):
            table.view(seat)
    with pytest.raises(stamtafel.UsageError):
        table.observe(-1)
    for action in (-1, table.actions, "nonsense", ""):
        with pytest.raises(stamtafel.Error):
            table.act(action)
    with pytest.raises(TypeError):
        table.act(2**40)
    with pytest.raises(stamtafel.RecordError):
        stamtafel.Table.replay("nonsense")
    with pytest.raises(stamtafel.UsageError):
        stamtafel.Bot("nobody", "koenig", 0)
    with pytest.raises(stamtafel.UsageError):
        stamtafel.Bot("exec:/bin/true", "koenig", 0)
    with pytest.raises(stamtafel.TurnError):
        stamtafel.Bot("greedy", "koenig", (table.seat + 1) % 3).choices(table)
    assert table.steps == 0


def test_errors_survive_pickling():
    error = pickle.loads(pickle.dumps(stamtafel.IllegalError("no", "cup_is_taken", 2)))
    assert (str(error), error.rule, error.missing) == ("no", "cup_is_taken", 2)


def test_variants_are_given_as_text_or_by_name():
    variant = next(v for v in stamtafel.info("koenig")["variants"] if "values" in v)
    other = next(value for value in variant["values"] if value != variant["default"])
    one = stamtafel.make("koenig", seed=1, variants=f"{variant['id']}={other}")
    two = stamtafel.make("koenig", seed=1, variants={variant["id"]: other})
    assert one.fingerprint == two.fingerprint
    assert one.fingerprint != stamtafel.make("koenig", seed=1).fingerprint


@pytest.mark.parametrize("game", GAMES)
def test_editions(game):
    figures = stamtafel.Edition.standard(game)
    same = stamtafel.Edition(game, figures)
    figures["edition"] = "another name"
    other = stamtafel.Edition(game, json.dumps(figures))
    assert same.hash != other.hash
    table = stamtafel.make(game, players=3, seed=1, edition=other)
    again = pickle.loads(pickle.dumps(table))
    assert again.fingerprint == table.fingerprint and again.edition.hash == other.hash
    assert table.copy().edition is other
    with pytest.raises(stamtafel.Error):
        stamtafel.Table.at(game, table.bytes(), edition=same)
    wrong = next(name for name in GAMES if name != game)
    with pytest.raises(stamtafel.UsageError, match="edition of"):
        stamtafel.make(wrong, edition=same)
    with pytest.raises(stamtafel.EditionError):
        stamtafel.Edition(game, "{")
    env = stamtafel.VectorEnv(game, 2, players=3, seed=1, edition=other)
    del other
    env.step(env.legal[:, 0])
    assert env.table(0).edition is not None


def test_undo():
    table = stamtafel.make("dicebrewing", players=2, seed=1)
    for _ in range(200):
        before, seat = table.fingerprint, table.seat
        table.act(table.legal()[0])
        try:
            table.undo(seat)
        except stamtafel.Error:
            continue
        assert table.fingerprint == before
        return
    pytest.fail("nothing could be taken back")


def test_bots_give_their_best_choices_with_values():
    table = played("goldbraeu", 12)
    hints = table.hint("greedy")
    assert set(hint.action for hint in hints) <= set(table.legal().tolist())
    assert [h.value for h in hints] == sorted((h.value for h in hints), reverse=True)
    again = table.hint("search", iterations=30, seed=1)
    assert again == table.hint("search", iterations=30, seed=1), "the same dice"
    assert sum(hint.visits for hint in again) > 0


def test_a_bot_thinks_while_its_table_goes_on():
    table = stamtafel.make("koenig", players=3, seed=1)
    bot = stamtafel.Bot("search", "koenig", table.seat)
    answers = []
    copy_before = table.copy()
    threads = [
        threading.Thread(target=lambda: answers.append(bot.choose(table, iterations=100)))
        for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    table.act(table.legal()[0])
    for thread in threads:
        thread.join()
    # Whoever came too late was told that it is not the seat's turn any more.
    assert all(answer in copy_before.legal() or answer in table.legal() for answer in answers)


def test_sentences_in_four_languages():
    table = stamtafel.make("taverna", players=2, seed=1)
    questions = {table.question(language=language) for language in ("en", "nl", "de", "fr")}
    assert len(questions) == 4
    table.act(table.legal()[0])
    assert table.told() and table.tell(0, "nl")
