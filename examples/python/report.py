# %% [markdown]
# # The five games in figures
#
# A report to be read from above, and to be run again: as a notebook, cell by cell (editors that know
# `# %%` do that), or as a whole:
#
#     python3 report.py --deals 40 --out report
#
# It writes report.md with its tables and pictures (Debian: python3-matplotlib) to a folder. Every
# figure follows from the seeds in here: two runs of the same version of Stamtafel agree.

# %%
import argparse
import json
from pathlib import Path

import numpy as np
import pictures
from tournament import duel

import stamtafel

parser = argparse.ArgumentParser(description="The five games in figures: tables and pictures.")
parser.add_argument("--games", default=",".join(stamtafel.games()))
parser.add_argument("--deals", type=int, default=40, help="of each game, for each question")
parser.add_argument("--bots", default="random,quick,greedy")
parser.add_argument("--curves", default=".", help="the folder with curves of actor_critic.py")
parser.add_argument("--out", default="report")
args = parser.parse_args()

games = args.games.split(",")
out = Path(args.out)
out.mkdir(parents=True, exist_ok=True)
report = [f"# The five games in figures\n\nStamtafel {stamtafel.__version__}, {args.deals} deals.\n"]


def say(*lines):
    print(*lines, sep="\n")
    report.extend([*lines, ""])


def keep(figure, name, what):
    pictures.save(figure, out / name)
    say(f"![{what}]({name})")


plot = pictures.pyplot()

# %% [markdown]
# ## What a learner meets
#
# Random play at 64 tables with the fewest players, for as long as every table has finished a game.

# %%
say("## What a learner meets", "")
say(
    "| environment | players | actions | numbers observed | of these not 0 | choices | decisions a game |",
    "|---|---|---|---|---|---|---|",
)
for game in games:
    about = stamtafel.info(game)
    env = stamtafel.VectorEnv(game, 64, seed=1)
    rng = np.random.default_rng(1)
    steps, choices, filled, finished = 0, 0, 0, np.zeros(64, int)
    while not finished.all():
        choices += int(env.count.sum())
        filled += int((env.observation != 0).sum())
        env.step(env.sample(rng))
        finished += env.done
        steps += env.n
    report.append(
        f"| {game}-v{about['rules_version']} | {about['min_players']}–{about['max_players']} "
        f"| {env.actions:,} | {env.observation_size:,} | {filled / steps:.0f} "
        f"| {choices / steps:.1f} | {steps / finished.sum():.0f} |"
    )
    print(report[-1])
report.append("")

# %% [markdown]
# ## Does it matter where one sits?
#
# `quick` on every seat, the fewest players; the share of wins of each seat, with intervals of 95 %
# (normal, over games; who shares a win gets a part of it).

# %%
say("## Does it matter where one sits?", "")
seats = {}
for game in games:
    players = stamtafel.info(game)["min_players"]
    won = np.zeros((args.deals, players))
    for seed in range(args.deals):
        table = stamtafel.make(game, players=players, seed=seed)
        bots = [stamtafel.Bot("quick", game, seat, seed) for seat in range(players)]
        while not table.over:
            table.act(bots[table.seat].choose(table))
        won[seed] = table.rewards("win")
    mean = won.mean(0)
    error = 1.96 * won.std(0) / np.sqrt(max(1, args.deals - 1))
    seats[game] = mean, error
    shares = ", ".join(f"{100 * m:.0f} % ± {100 * e:.0f}" for m, e in zip(mean, error))
    say(f"- {game}, {players} players: {shares} (even: {100 / players:.0f} %)")

if plot:
    figure, axes = plot.subplots(
        1, len(games), figsize=(2.6 * len(games), 3), layout="constrained", squeeze=False
    )
    for axis, (game, (mean, error)) in zip(axes[0], seats.items()):
        axis.bar(np.arange(len(mean)), mean, yerr=error, color="#c98b2b")
        axis.axhline(1 / len(mean), color="black", linestyle=":")
        axis.set_xticks(np.arange(len(mean)))
        axis.set_xlabel("seat")
        axis.set_ylim(0, 1)
        axis.set_title(game)
    keep(figure, "seats.png", "share of wins by seat")

# %% [markdown]
# ## How much better is one bot than another?
#
# Each alone against the weaker one on all other seats, in every seat by turns (`tournament.py`).

# %%
say("## How much better is one bot than another?", "")
names = args.bots.split(",")
for game in games:
    players = stamtafel.info(game)["min_players"]
    for weaker, stronger in zip(names, names[1:]):
        mean, error = duel(game, stronger, weaker, players, args.deals)
        say(
            f"- {game}: {stronger} wins {100 * mean:.0f} % ± {196 * error:.0f} against {weaker} "
            f"(as good: {100 / players:.0f} %)"
        )

# %% [markdown]
# ## What a net learns in an hour
#
# The curves that `actor_critic.py` left behind, if it was run: `python3 actor_critic.py goldbraeu
# --name goldbraeu`.

# %%
curves = []
for file in sorted(Path(args.curves).glob("*.json")):
    read = json.loads(file.read_text())
    if isinstance(read, dict) and {"settings", "curve"} <= read.keys():
        curves.append(read)
say("## What a net learns", "")
if not curves:
    say("No curves here: run actor_critic.py first.")
for curve in curves:
    settings, last = curve["settings"], curve["curve"][-1]
    say(
        f"- {settings['game']}: {100 * last['share']:.0f} % ± {196 * last['error']:.0f} of "
        f"{settings['games']} games won against {settings['bot']} after {last['minutes']:.0f} minutes "
        f"of processor time and {last['decisions']:,} decisions (seed {settings['seed']})"
    )
if curves and plot:
    figure, axes = plot.subplots(figsize=(7, 4), layout="constrained")
    for curve in curves:
        points = curve["curve"]
        axes.errorbar(
            [point["minutes"] for point in points],
            [point["share"] for point in points],
            yerr=[1.96 * point["error"] for point in points],
            marker="o",
            label=curve["settings"]["game"],
        )
    axes.set_ylim(0, 1)
    axes.set_xlabel("minutes of processor time")
    axes.set_ylabel("share of games won")
    axes.legend()
    keep(figure, "curves.png", "learning curves")

# %%
(out / "report.md").write_text("\n".join(report) + "\n")
print(f"Written to {out / 'report.md'}.")
