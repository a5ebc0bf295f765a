"""An actor-critic in torch that begins by watching `greedy`, goes on by playing, and is measured
against `greedy` all the way.

    python3 actor_critic.py goldbraeu --minutes 60 --threads 2
    python3 actor_critic.py tiefenthal --minutes 60 --threads 2

One net for everybody at the table: seats are counted from the one that observes, so all seats see
the game from the same side. Its first layer looks up only the numbers that aren't 0 (a tenth of
them, or less); the actor scores the candidates of the padded legal list, by the words of their text
("serve guest.3" shares what is learned with "serve guest.4"); the critic guesses the rank.

1. Imitation: `greedy` chooses, with a random choice now and then so that more is seen. The actor
   learns what it thought of all its choices, not only which was the best (often several are as
   good), the critic what came of it. Such lessons are dear, so older ones are repeated.
2. Play: proximal policy optimization. At some tables the net plays all seats, at the others one
   against `greedy`. The reward is the rank at the end, from 1 to -1.

Minutes are of processor time, so that a busy machine gives the same curve: 60 of them are half an
hour on two cores. Needs Debian's python3-torch (and libopenblas0-pthread, without which torch is many times slower);
with python3-matplotlib it draws the curve. Writes NAME.json (the curve), NAME.png and NAME.pt.
"""

import argparse
import json
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pictures
import torch
from torch import nn

import stamtafel


class Bots:
    """A bot of one kind for every table it is asked about, on several threads."""

    def __init__(self, name, game, players, threads):
        self.pool = ThreadPoolExecutor(threads)
        self.spread = 1000.0  # of the values in an answer, as usual
        self.threads = threads
        self.bots = [
            [stamtafel.Bot(name, game, seat, 1 + part) for seat in range(players)]
            for part in range(threads)
        ]

    def _ask(self, env, tables, question):
        seats = env.seat[tables]

        def part(k):
            return [
                question(self.bots[k][seat], env.table(int(table)))
                for table, seat in zip(tables[k :: self.threads], seats[k :: self.threads])
            ]

        answers = [None] * len(tables)
        for k, some in enumerate(self.pool.map(part, range(self.threads))):
            answers[k :: self.threads] = some
        return answers

    def choose(self, env, tables):
        """What it would do at these tables of a vector, as numbers of actions."""
        answers = self._ask(env, tables, lambda bot, table: bot.choose(table))
        return np.array(answers, np.int32)

    def judge(self, env, tables, rows):
        """What it thinks of the candidates, as shares of 1 by their values: what is a tenth of their
        usual distance worse gets a third as much."""
        shares = np.zeros(rows.legal.shape, np.float32)
        answers = self._ask(env, tables, lambda bot, table: bot.choices(table))
        for row, choices in enumerate(answers):
            values = np.array([choice.value for choice in choices])
            self.spread += 0.001 * (values.std() - self.spread)
            share = np.exp((values - values[0]) / (0.1 * self.spread + 1e-9))
            for choice, part in zip(choices, share / share.sum()):
                shares[row, rows.legal[row] == choice.action] = part
        return shares


class Rows:
    """Decisions as the net reads them: what is observed, without what is 0, and the candidates;
    perhaps with the share that each of these should get."""

    def __init__(self, places, values, sizes, legal, count, shares=None):
        self.places, self.values, self.sizes = places, values, sizes
        self.legal, self.count, self.shares = legal, count, shares

    @staticmethod
    def of(env, tables):
        seen = env.observation[tables]
        flat = np.flatnonzero(seen.view(np.int32))
        row, place = np.divmod(flat, seen.shape[1])
        count = env.count[tables]
        return Rows(
            place.astype(np.int32),
            seen.reshape(-1)[flat],
            np.bincount(row, minlength=len(tables)),
            env.legal[tables, : count.max(initial=1)],
            count.copy(),
        )

    @staticmethod
    def joined(many):
        widest = max(rows.legal.shape[1] for rows in many)

        def padded(arrays):
            return np.concatenate(
                [np.pad(array, ((0, 0), (0, widest - array.shape[1]))) for array in arrays]
            )

        return Rows(
            np.concatenate([rows.places for rows in many]),
            np.concatenate([rows.values for rows in many]),
            np.concatenate([rows.sizes for rows in many]),
            padded([rows.legal for rows in many]),
            np.concatenate([rows.count for rows in many]),
            padded([rows.shares for rows in many]) if many[0].shares is not None else None,
        )

    def __len__(self):
        return len(self.count)

    def some(self, which):
        """Only these, in this order."""
        starts = np.concatenate([[0], np.cumsum(self.sizes)])
        sizes = self.sizes[which]
        ends = np.cumsum(sizes)
        at = np.arange(sizes.sum()) + np.repeat(starts[which] - (ends - sizes), sizes)
        width = self.count[which].max(initial=1)
        return Rows(
            self.places[at],
            self.values[at],
            sizes,
            self.legal[which, :width],
            self.count[which],
            self.shares[which, :width] if self.shares is not None else None,
        )


def words_of(game, players):
    """The words of every action's text, numbered: a row for each action, padded with 0."""
    table = stamtafel.make(game, players=players, seed=1)
    known = {}
    rows = []
    for action in range(table.actions):
        text = table.action_id(action).split()
        # The first word says what is done; what a later one means depends on that and its place.
        keys = [text[0]] + [(text[0], at, word) for at, word in enumerate(text[1:])]
        keys += text[1:]
        rows.append([known.setdefault(key, len(known) + 1) for key in keys])
    words = np.zeros((len(rows), max(map(len, rows))), np.int64)
    for action, row in enumerate(rows):
        words[action, : len(row)] = row
    return words, len(known) + 1


class Net(nn.Module):
    def __init__(self, observation, words, vocabulary, width):
        super().__init__()
        self.look = nn.EmbeddingBag(observation, width, mode="sum")
        nn.init.normal_(self.look.weight, std=0.1)
        self.first = nn.Parameter(torch.zeros(width))
        self.think = nn.Sequential(nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.actor = nn.Linear(width, width)
        self.critic = nn.Sequential(nn.Linear(width, 64), nn.ReLU(), nn.Linear(64, 1), nn.Tanh())
        self.register_buffer("words", torch.from_numpy(words))
        self.action = nn.Embedding(len(words), width)
        self.word = nn.EmbeddingBag(vocabulary, width, mode="sum", padding_idx=0)
        for table in (self.action, self.word):
            nn.init.normal_(table.weight, std=0.03)

    def forward(self, rows):
        """Logarithms of how likely each candidate is, and the value."""
        sizes = torch.from_numpy(rows.sizes)
        seen = self.look(
            torch.from_numpy(rows.places.astype(np.int64)),
            torch.cumsum(sizes, 0) - sizes,
            torch.from_numpy(rows.values),
        )
        hidden = self.think(seen + self.first)
        actions = self.action.weight + self.word(self.words)
        legal = torch.from_numpy(rows.legal.astype(np.int64))
        candidates = actions[legal.clamp(min=0)]
        scores = torch.bmm(candidates, self.actor(hidden).unsqueeze(2)).squeeze(2)
        beyond = torch.arange(legal.shape[1]) >= torch.from_numpy(rows.count).unsqueeze(1)
        scores = scores.masked_fill(beyond, -1e9)
        return torch.log_softmax(scores, 1), self.critic(hidden).squeeze(1)


class Collector:
    """Plays at many tables and remembers the decisions of those seats that learn."""

    def __init__(self, game, players, tables, seed, bots, threads):
        self.env = stamtafel.VectorEnv(
            game, tables, players=players, seed=seed, reward="rank", threads=threads
        )
        self.bots = bots
        self.rng = np.random.default_rng(seed)
        self.decisions = 0

    def collect(self, net, steps, imitate, against):
        """So many steps at every table. `imitate`: the bots choose and are learned from. `against`:
        at how many tables the net has one seat only, and bots the others."""
        env, rng = self.env, self.rng
        n, players = env.n, env.players
        own = np.arange(n) % players  # the net's seat where it has only one
        parts, where, chosen, sure, value = [], [], [], [], []
        dones, rewards = [], []
        for step in range(steps):
            actions = env.legal[:, 0].copy()
            asked = np.flatnonzero(env.count > 1)
            theirs = asked[(asked < against) & (env.seat[asked] != own[asked])]
            if imitate:
                ours = asked
            else:
                ours = asked[(asked >= against) | (env.seat[asked] == own[asked])]
                if len(theirs):
                    actions[theirs] = self.bots.choose(env, theirs)
            if len(ours):
                rows = Rows.of(env, ours)
                with torch.no_grad():
                    logs, guess = net(rows)
                if imitate:
                    rows.shares = self.bots.judge(env, ours, rows)
                    astray = rng.random(len(ours)) < 0.1
                    random = (rng.random(len(ours)) * rows.count).astype(np.intp)
                    pick = np.where(astray, random, rows.shares.argmax(1))
                else:
                    noise = rng.gumbel(size=logs.shape).astype(np.float32)
                    pick = (logs.numpy() + noise).argmax(1)
                actions[ours] = rows.legal[np.arange(len(ours)), pick]
                parts.append(rows)
                where.append(np.stack([np.full(len(ours), step), ours, env.seat[ours]]))
                chosen.append(pick)
                sure.append(logs.numpy()[np.arange(len(ours)), pick])
                value.append(guess.numpy())
                self.decisions += len(ours)
            env.step(actions)
            dones.append(env.done.astype(bool))
            rewards.append(env.reward.copy())
        value = np.concatenate(value)
        advantage, known = advantages(
            np.concatenate(where, 1), value, dones, rewards, n, players
        )
        return (
            Rows.joined(parts).some(known),
            np.concatenate(chosen)[known],
            np.concatenate(sure)[known],
            advantage[known],
            (advantage + value)[known],
        )


def advantages(where, value, dones, rewards, n, players, decay=0.95):
    """Generalized advantages, for each seat from its own decisions; and of which they are known: the
    last decision of a seat whose game goes on has nothing to be compared with yet."""
    advantage = np.zeros(len(value), np.float32)
    known = np.zeros(len(value), bool)
    following = np.full((n, players), np.nan, np.float32)
    gain = np.zeros((n, players), np.float32)
    ends = np.searchsorted(where[0], np.arange(len(dones) + 1))
    for step in reversed(range(len(dones))):
        over = dones[step]
        following[over] = rewards[step][over]
        gain[over] = 0
        at = slice(ends[step], ends[step + 1])
        table, seat = where[1, at], where[2, at]
        next_value = following[table, seat]
        known[at] = ~np.isnan(next_value)
        now = np.where(known[at], next_value - value[at] + decay * gain[table, seat], 0)
        advantage[at] = now
        gain[table, seat] = now
        following[table, seat] = value[at]
    return advantage, np.flatnonzero(known)


def together(batches):
    """Several batches as one."""
    rows, *columns = zip(*batches)
    return (Rows.joined(rows), *(np.concatenate(column) for column in columns))


def improve(net, optimizer, batch, imitate, rng, epochs, size=2048, clip=0.2):
    """Some steps of the optimizer; how often the actor's first choice was what it should be, or
    what was chosen."""
    rows, chosen, sure, advantage, target = batch
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
    agreed = []
    for _ in range(epochs):
        order = rng.permutation(len(rows))
        for begin in range(0, max(1, len(order) - size // 2), size):
            which = order[begin : begin + size]
            part = rows.some(which)
            logs, guess = net(part)
            picked = torch.from_numpy(chosen[which])
            if imitate:
                shares = torch.from_numpy(part.shares)
                picked = shares.argmax(1)
                policy = -(shares * logs.clamp(min=-30)).sum(1).mean()
            else:
                log = logs.gather(1, picked.unsqueeze(1)).squeeze(1)
                ratio = torch.exp(log - torch.from_numpy(sure[which]))
                gain = torch.from_numpy(advantage[which])
                policy = -torch.min(ratio * gain, ratio.clamp(1 - clip, 1 + clip) * gain).mean()
                policy = policy + 0.005 * (logs.exp() * logs.clamp(min=-30)).sum(1).mean()
            loss = policy + 0.5 * (guess - torch.from_numpy(target[which])).square().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            agreed.append(float((logs.argmax(1) == picked).float().mean()))
    return float(np.mean(agreed))


def measure(net, game, players, games, bots, seed, threads):
    """The share of games that the net wins, alone against bots, in every seat by turns; with its
    standard error. Always the same deals."""
    env = stamtafel.VectorEnv(game, games, players=players, seed=seed, threads=threads)
    own = np.arange(games) % players
    won = np.full(games, np.nan)
    while np.isnan(won).any():
        actions = env.legal[:, 0].copy()
        asked = np.flatnonzero((env.count > 1) & np.isnan(won))
        ours = asked[env.seat[asked] == own[asked]]
        theirs = asked[env.seat[asked] != own[asked]]
        if len(ours):
            rows = Rows.of(env, ours)
            with torch.no_grad():
                best = net(rows)[0].argmax(1).numpy()
            actions[ours] = rows.legal[np.arange(len(ours)), best]
        if len(theirs):
            actions[theirs] = bots.choose(env, theirs)
        env.step(actions)
        ended = (env.done == 1) & np.isnan(won)
        won[ended] = env.reward[ended, own[ended]]
    return float(won.mean()), float(won.std() / np.sqrt(games - 1))


def draw(curve, game, players, file):
    plot = pictures.pyplot()
    if plot is None:
        return
    minutes = [point["minutes"] for point in curve]
    share = np.array([point["share"] for point in curve])
    error = 1.96 * np.array([point["error"] for point in curve])
    figure, axes = plot.subplots(figsize=(7, 4), layout="constrained")
    axes.fill_between(minutes, share - error, share + error, color="#c98b2b", alpha=0.3)
    axes.plot(minutes, share, color="#c98b2b", marker="o")
    axes.axhline(1 / players, color="black", linestyle=":", label="as good as greedy")
    watched = [point["minutes"] for point in curve if point["imitates"]]
    if watched:
        axes.axvspan(0, max(watched), color="grey", alpha=0.15, label="watches greedy")
    axes.set_ylim(0, 1)
    axes.set_xlabel("minutes of processor time")
    axes.set_ylabel("share of games won against greedy")
    axes.set_title(f"{game}, {players} players")
    axes.legend()
    pictures.save(figure, file)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="goldbraeu", choices=stamtafel.games())
    parser.add_argument("--players", type=int, help="default: the fewest")
    parser.add_argument("--minutes", type=float, default=60, help="of processor time to learn in")
    parser.add_argument("--imitate", type=float, default=0.25, help="the part of them for watching")
    parser.add_argument("--tables", type=int, default=256)
    parser.add_argument("--steps", type=int, default=64, help="at each table, for a batch")
    parser.add_argument("--against", type=float, default=0.25, help="the part of tables with bots")
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--games", type=int, default=240, help="for a point of the curve")
    parser.add_argument("--every", type=float, default=4, help="minutes from point to point")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--name", default="actor_critic", help="of the files")
    args = parser.parse_args()

    players = args.players or stamtafel.info(args.game)["min_players"]
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    bots = Bots(args.bot, args.game, players, args.threads)
    collector = Collector(args.game, players, args.tables, args.seed, bots, args.threads)
    net = Net(collector.env.observation_size, *words_of(args.game, players), args.width)
    optimizer = torch.optim.Adam(net.parameters(), args.rate)

    curve = []
    spent = 0.0  # seconds of processor time; measuring is not counted
    agreed = 0.0
    lessons = []
    while True:
        minutes = spent / 60
        if minutes >= args.every * len(curve) or minutes >= args.minutes:
            share, error = measure(
                net, args.game, players, args.games, bots, 10**6 + args.seed, args.threads
            )
            imitates = minutes < args.imitate * args.minutes
            curve.append(
                {
                    "minutes": round(minutes, 2),
                    "decisions": collector.decisions,
                    "share": share,
                    "error": error,
                    "imitates": imitates,
                }
            )
            print(
                f"{minutes:5.1f} min, {collector.decisions:9,} decisions: wins {100 * share:5.1f} %"
                f" ± {196 * error:.1f} of {args.games} games against {args.bot}"
                f" (as good: {100 / players:.0f} %), agrees with {100 * agreed:.0f} %",
                flush=True,
            )
        if minutes >= args.minutes:
            break
        begin = time.process_time()
        imitate = minutes < args.imitate * args.minutes
        batch = collector.collect(net, args.steps, imitate, int(args.against * args.tables))
        part = minutes / args.minutes  # the rate falls towards the end of either part
        part = part / args.imitate if imitate else (part - args.imitate) / (1 - args.imitate)
        top = args.rate if imitate else 0.3 * args.rate
        for group in optimizer.param_groups:
            group["lr"] = top * (1 - 0.9 * part)
        if imitate:
            lessons = lessons[-30:] + [batch]
            others = rng.permutation(len(lessons) - 1)[:3]
            batch = together([batch] + [lessons[other] for other in others])
        agreed = improve(net, optimizer, batch, imitate, rng, args.epochs)
        spent += time.process_time() - begin

    with open(f"{args.name}.json", "w") as file:
        json.dump({"settings": vars(args), "curve": curve}, file, indent=1)
    torch.save(net.state_dict(), f"{args.name}.pt")
    draw(curve, args.game, players, f"{args.name}.png")


if __name__ == "__main__":
    main()
