"""The words of `--help`: what a command does, how it is used, what it answers. Data, no code."""

WIDTH = 80
"""Columns of all help: the texts below are broken by hand, options and usage by argparse."""

PROGRAM = """\
An asyncio bot for the Star Wars Customizable Card Game on GEMP servers.

It logs in, follows the hall and a game, records every exchange, re-lives
recorded games, and plays whole games."""

_DONE_FAILED_USAGE = """\
exit codes:
    0  done
    1  it failed; one line on stderr says why, unless whoever reads stdout has
       left (`| head`)
    2  wrong usage"""
_CONFIG = "    3  wrong configuration, or a server our manners do not allow"
_LOGIN = "    4  the server, or our own policy, does not let the account in"
_INTERRUPTED = "  130  interrupted (Ctrl-C)"

EXIT_CODES = f"{_DONE_FAILED_USAGE}\n{_CONFIG}\n{_LOGIN}\n{_INTERRUPTED}"
CONFIG_EXIT_CODES = f"{_DONE_FAILED_USAGE}\n{_CONFIG}\n{_INTERRUPTED}"
"""Of a command that speaks to no server."""
_STRATEGY = "    3  --decide: no such strategy, or one that cannot be used"
_NO_STRATEGY = "    3  no such strategy, or one that cannot be used"
REPLAY_EXIT_CODES = f"{_DONE_FAILED_USAGE}\n{_STRATEGY}\n{_INTERRUPTED}"
LOCAL_EXIT_CODES = f"{_DONE_FAILED_USAGE}\n{_INTERRUPTED}"
"""Of a command that reads no configuration either."""

PROGRAM_END = f"""\
examples:
  gemp-bot doctor --server http://127.0.0.1:17001 --user mybot
  gemp-bot tables --config mybot.toml
  gemp-bot replay --strict journals/*.jsonl.gz

configuration:
  config.example.toml lists every key. The command line outranks variables such
  as GEMP_BOT_SERVER__URL, these outrank the file, and the file the defaults.

passwords:
  never on the command line. --password-file FILE, else
  $CREDENTIALS_DIRECTORY/password, else the variable GEMP_BOT_PASSWORD, else a
  prompt.

{EXIT_CODES}

`gemp-bot COMMAND --help` tells more about a command."""

REPLAY = """\
Re-live recorded games: rebuild the table from every update, read every
question, check every answer and compare the table with the server's own
snapshots.

A file that is cut at its end is re-lived as far as it goes (one line on stderr
says so); it fails --strict, though it is as it must be where the program that
recorded it was killed. Damage in the middle is an error that names the line.
Questions are counted from 1. With --json the boards of --board and --at go to
stderr.

--decide asks a strategy at every question instead, and shows where it would
have answered differently; without --strategy it is the one of the journal,
which then gives the same answers again. With --board it shows every board, what
was answered, and what the strategy says: its reasons in Force, and what else it
weighed. With --at N it explains the choice at question N in full: every answer
with the parts of its score, how far ahead it is of the second, the plan it
belongs to, battles as they are foreseen, the odds of the next destiny, and what
is known of hidden cards.

On a terminal --board and --at are paged ($PAGER, else less) and coloured
(NO_COLOR turns that off)."""

REPLAY_END = """\
examples:
  gemp-bot replay game.jsonl.gz                 what happened, in a few lines
  gemp-bot replay game.jsonl.gz --board         every choice, step by step
  gemp-bot replay game.jsonl.gz --at 120        the board at question 120
  gemp-bot replay --strict --json *.jsonl.gz    check many (see docs/json.md)
  gemp-bot replay --acts games/                 its style: acts in a game
  gemp-bot replay game.jsonl.gz --decide        decide a game of ours once more
  gemp-bot replay game.jsonl.gz --decide --strategy steady
  gemp-bot replay game.jsonl.gz --board --decide --strategy strong
                                                every choice explained
  gemp-bot replay game.jsonl.gz --at 120 --decide
                                                one choice in full"""

DIFF = """\
Ask two strategies at every choice of recorded games, and tell where the second
would answer otherwise than the first: how often, by the kind of question, and
what the difference is worth, by each one's own score, in Force. With one
--strategy it is compared with what was answered.

The worst come first, each with its file and number: `gemp-bot replay FILE
--at N --decide --strategy NAME` explains them. Answers that differ only by the
copy of a card are no difference. A file that is damaged is told, and the others
are read all the same (exit code 1)."""

DIFF_END = """\
examples:
  gemp-bot diff games/ --strategy strong --strategy steady
  gemp-bot diff game.jsonl.gz --strategy mine.toml      against what was played
  gemp-bot diff --json --most 50 games/ --strategy strong --strategy mine.toml"""
DIFF_EXIT_CODES = f"{_DONE_FAILED_USAGE}\n{_NO_STRATEGY}\n{_INTERRUPTED}"

EXPORT = """\
Write what came about in recorded games as tables, for a spreadsheet or a
program: games, turns, battles and cards. docs/export.md tells every column.
Numbers are as the player may know them whose recording it is.

People get other names unless --names is given: player1, player2. Tables of
these names in the folder are replaced. A file that is damaged is told and left
out, the others are written all the same (exit code 1)."""

EXPORT_END = """\
examples:
  gemp-bot export games/ -o tables
  gemp-bot export --format jsonl --names game.jsonl.gz -o tables"""

STORY = """\
Tell games as stories: what both players did in each turn, every battle, life
force, and how it ended. With the reasons of our own bot, where the journal has
them. What one player cannot know of the other is not told: "Draws 2 cards."

A recording of any client will do. Of a folder all recordings in it are told, in
the order of their names; one that is damaged is told on stderr, and the others
are told all the same (exit code 1). What was taken back during a game is left
out; with --follow it was told already, and the story says so.

GAME may be the id of a game of ours: its newest journal is taken, with those
it continues. --follow goes on while the game is played and recorded, in one
file. With --json the story goes to stderr and into the object."""

STORY_END = """\
examples:
  gemp-bot story game.jsonl.gz
  gemp-bot story journals/ | less
  gemp-bot story --follow --journals journals 3e7dc7a2ea20-14f4-930d
  gemp-bot story --json game.jsonl.gz | jq -r '.games[].story[]'"""

DASHBOARD = """\
Serve pages for a browser: the games that are being recorded into a folder, one
of them as it goes on (board, question, reasons, story), recorded games, and the
games of the history with filters. Nothing is changed by them.

Our hand, and what would tell of it, is hidden while a game runs, unless
--show-hands is given. Pages are for this machine; for others only with a token
(--token-file) and behind a proxy that speaks TLS (--behind-tls, --name).

`gemp-bot serve` has the same pages where pages.port is set."""

DASHBOARD_END = """\
examples:
  gemp-bot dashboard --journals journals
  gemp-bot dashboard --journals journals --history games.db --port 0"""

WATCH = """\
Watch games of others. Without GAME: list the running games that the server lets
us watch. With the id of one: open it as a spectator and tell it as a story, or
board by board, to its end. Neither hand is seen, and nothing is answered.

A game in which a bot of ours plays is never watched: neither of the account of
the configuration, nor of one that a gemp-bot of this machine uses, nor of the
account that watches. The account that watches plays nothing meanwhile.

--record writes a journal that `story` and `replay` read. People get other names
in it, and keep their own with --names. With --json the story goes to stderr and
into the object."""

WATCH_END = """\
examples:
  gemp-bot watch --server http://127.0.0.1:17001 --user guest
  gemp-bot watch --user guest 3e7dc7a2ea20-14f4-930d
  gemp-bot watch --user guest --record watched 3e7dc7a2ea20-14f4-930d"""

REPORT = """\
Make a page of a recorded game that opens in any browser and can be mailed: one
file, which asks nothing of the network. The board is stepped question by
question, with what was chosen, why, and what else was weighed where the journal
of our bot has it; with curves, battles as they were expected and as they came,
the blunders of the player with what they cost, and the story.

It shows what the player saw who recorded the game. The players are called
player1 (Dark) and player2 (Light) unless --names is given; the server's own AIs
keep their names.

Several games, or a folder, give a page each and an index.html in the folder
OUT. A recording that is damaged is told on stderr, and the others are reported
all the same (exit code 1). A report that is there already is replaced; any
other file only with --force."""

REPORT_END = """\
examples:
  gemp-bot report game.jsonl.gz -o game.html
  gemp-bot report journals/ -o pages/
  gemp-bot report --names --json *.jsonl.gz -o pages"""

PROMPTS = """\
Work on the catalogue that gives the server's English texts a kind."""

COVERAGE = """\
Tell how much of the prompts and action texts of recorded games the catalogue
understands, by occurrence, and list what it does not."""

COVERAGE_END = """\
example:
  gemp-bot prompts coverage journals
  gemp-bot prompts coverage --json journals/*.jsonl.gz"""

RULES = """\
Look at the rulebook, as far as the program knows it."""

RULE_COVERAGE = """\
List the rules and gotchas taken from the rules reference, the function that
decides each, how many tests name it and which rooms use it. A rule without a
test says so. Without the sources of the tests, as after a plain installation,
the column is a question mark.

--markdown prints docs/rules.md: counts, and the rules without a function.

--played counts which functions of the rules run, and whether the box or a
player asks them: in games of the box (random, steady, medium and strong, each
against each on both sides, with all shipped decks), and while the recordings
given are decided once more by strong and by steady. 200 games take some
minutes."""

RULE_COVERAGE_END = """\
examples:
  gemp-bot rules coverage
  gemp-bot rules coverage --markdown > docs/rules.md
  gemp-bot rules coverage --json | jq '.rules[] | select(.tests == [])'
  gemp-bot rules coverage --played --games 20 journals/*.jsonl.gz"""

TABLES = """\
List the tables of the hall: format, players, status and description."""

TABLES_END = """\
examples:
  gemp-bot tables --server http://127.0.0.1:17001 --user mybot
  gemp-bot tables --json | jq '.tables[] | select(.status == "WAITING")'
  gemp-bot tables --json | jq '.formats[]'"""

DECKS = """\
List, show, save, rename, delete and check the decks of the account; list, show
and check those of the server's library (--library)."""

DECK_LIST = "List the names of the decks by side."
DECK_SHOW = """\
Show a deck: how often which card, and what begins outside the deck. The last
line is the deck as `decks save` takes it."""
DECK_SAVE = """\
Save a deck under a name; a deck of that name is replaced. FILE holds the
server's own form: blueprint ids separated by commas, one for every copy; after
a bar the cards that begin outside the deck:

  1_291,1_291,2_147|13_51

Line breaks are allowed. The server drops cards it does not know without a word,
so the deck is read back and what is missing is told (exit code 1)."""
DECK_RENAME = "Give a deck another name. The new name must be free."
DECK_DELETE = "Delete a deck. The name must be exact."
DECK_VALIDATE = """\
Ask the server in which formats a deck may be played, and why not in the others.
With --format only that format is told, and a deck that may not be played in it
is a failure (exit code 1).

With --file FILE the deck is the text in FILE, in the form `decks save` takes;
nothing is saved."""

DECKS_END = """\
examples:
  gemp-bot decks list --library
  gemp-bot decks show "Classic EBO" --library
  gemp-bot decks save "My deck" deck.txt
  gemp-bot decks validate "My deck" --format open
  gemp-bot decks validate --file deck.txt --format open"""

DOCTOR = """\
Check everything a game needs, from the configuration to the clock: one line
each, OK, WARN or FAIL, and what to do about it. Checks that need one that
failed are left out."""

DOCTOR_END = """\
example:
  gemp-bot doctor --config mybot.toml"""

DOCTOR_EXIT_CODES = """\
exit codes:
    0  no FAIL
    2  wrong usage
  else that of the first FAIL:
    3  wrong configuration, or a server our manners do not allow
    4  the server, or our own policy, does not let the account in
    1  anything else
  130  interrupted (Ctrl-C)"""

CONFIG = "Look at the configuration."
CONFIG_CHECK = """\
Read the configuration and tell what holds after all layers, or the first thing
that is wrong and what would be right (exit code 3). Neither a server nor a
password is needed."""
CONFIG_CHECK_END = """\
example:
  gemp-bot config check --config mybot.toml"""

PLAY = """\
Play games to their end, several at once if so asked, and record them. Options
that are left out come from the section [play] of the configuration.

--versus says against whom: one of the server's own players (ai:RANDO,
ai:ADVANCED, ai:BEGINNER), whoever comes to a table that we open (table), or the
host of a table that waits (join:PLAYER). A running game of the account is
played on first, counts as one of the games, and gets a new journal that names
the old one.

Who waits for people without --wait waits for ever, also until a server that was
restarted is back. Where nobody comes within --wait, that is a failure (exit
code 1), also with --games 0.

The first Ctrl-C ends after the running games, the second concedes them, the
third leaves them to the next run."""

PLAY_END = """\
examples:
  gemp-bot play --server http://127.0.0.1:17001 --user mybot --format open \\
      --deck "Classic EBO" --library --versus ai:RANDO \\
      --opponent-deck "Classic Hoth Attack" --strategy steady --record journals
  gemp-bot play --format open --deck "Classic EBO" --library --versus table \\
      --wait 900
  gemp-bot play --format open --deck "Classic Hoth Attack" --library \\
      --versus join:alice --games 2 --parallel 2"""

SERVE = """\
Play as a service, for weeks: find games as the tables of the configuration say
(own tables, tables of others, the server's own players, queues), play them, and
wait for whatever passes: a server that is gone, a session that ended, an
account that is banned until a time. Running games of the account are played on.

The first SIGTERM or Ctrl-C ends after the running games, the second leaves them
to the next start or concedes them (service.on_second_signal). SIGHUP takes
tables and strategies from their files for new games.

docs/operate.md is the manual."""

SERVE_END = """\
examples:
  gemp-bot serve --config mybot.toml
  gemp-bot ctl status --config mybot.toml"""

CTL = """\
Ask a service that runs on this machine how it stands, or steer it. It answers
the user who runs it only, on a socket named by server and account."""

CTL_END = """\
examples:
  gemp-bot ctl status --config mybot.toml
  gemp-bot ctl drain --config mybot.toml        before an upgrade
  gemp-bot ctl games --json --config mybot.toml
  gemp-bot ctl reload --socket /run/gemp-bot/mybot.sock"""

ARENA = """\
Play many games in pairs (same decks, sides swapped) and tell how strong a
player is: against an AI of the server, or against another player of ours at
one table. A spec says who plays whom with which decks (docs/arena.md).

Every game is one line of DIR/results.jsonl as soon as it ends, with its journal
in DIR/journals. A run that was ended in any way goes on where it was when the
same spec is run with the same DIR; a changed one is refused.

With --fit it plays nothing: all results of some files are fitted at once, and
players and decks are told apart, so that strength does not depend on the decks
that were drawn. Programs and decks are told apart by digest.

The first Ctrl-C ends after the running games, the second gives them up."""

ARENA_END = """\
examples:
  gemp-bot arena steady-vs-rando.toml --out measured/monday
  gemp-bot arena steady-vs-rando.toml --out measured/monday --report --json
  gemp-bot arena new-vs-old.toml --log docs/strength.csv --note "drains first"
  gemp-bot arena --fit docs/strength.csv"""

CARDS = """\
Look at the facts of the cards: printed numbers, icons, kinds, what matches or
fetches what, and what a card does. An index of all cards is shipped with the
program; it is made from public card data and the public definitions of a
server's cards (NOTICE)."""

CARD_SHOW = """\
Show a card by its title, a nickname, or the blueprint id a server calls it by.
Signs, accents and upper case do not count; "(V)" asks for the virtual card.
Other cards of the same title are listed below it.

What it does is told in plain words, a line for every standing text and action;
what gemp-bot does not understand of it says so. --json gives the terms.

A card that does not exist is a failure (exit code 1) that names what is close."""
CARD_SEARCH = """\
List the cards that bear all the words: in title, nicknames, personas, type,
subtype or characteristics. With options only, list all cards that fit them.
A type, icon or set that there is not is a failure that names those there are."""
CARD_STATS = """\
Count the cards by side, type and set, tell how the index was made, how many
standing texts and actions are understood, and what is missing most often."""
CARD_BUILD = """\
Make an index of cards. A SOURCE is a folder of card data in the layout of the
Players Committee's (Dark.json, Light.json, DarkPreErrata.json,
LightPreErrata.json, DarkLegacy.json, LightLegacy.json, sets.json), or a
checkout of a GEMP server, whose definitions tell what cards do. What is not
given is kept as the shipped index has it. Only facts are taken: no game text,
lore, rulings, pictures or code. The same sources always give the same bytes.

It needs a clone of the repository with the dependency group `tools`. A missing
file, an unknown field or a wrong type is a failure (exit code 1) that names the
file, the card and the field; a definition that cannot be read is counted and
named, and its card keeps what is printed."""

CARDS_END = """\
examples:
  gemp-bot cards show "Darth Vader"
  gemp-bot cards show 7_297_BACK
  gemp-bot cards search bounty hunter --side dark --icon Pilot
  gemp-bot cards search --type site --set Hoth"""
CARD_BUILD_END = """\
example:
  gemp-bot cards build swccg-card-json gemp-swccg-public --out index.bin
  gemp-bot cards show "Darth Vader" --index index.bin"""

HISTORY = """\
The games that were played, in one SQLite file: how they ended, against whom,
with which deck and strategy."""
HISTORY_IMPORT = """\
Take in the journals of a folder. Each game is taken in once, however often its
folder is. A journal that is damaged is told and passed over (exit code 1).

How a game was found, its format and names of an opponent's deck are in no
journal, and who the people of a journal with counted names (player1) are is
not known."""
HISTORY_GAMES = """\
List games, the newest first. Games that run have no result yet; `unknown` is
the result of a game that ended unseen, while the program did not run."""
HISTORY_STATS = """\
Count games that are over: won, lost and other ones (cancelled, unfinished),
the share of decided games that were won, and where it lies with 95 %
confidence (Wilson). Decks and strategies are told apart by their digests."""
HISTORY_FORGET = """\
Replace the name of a person by a pseudonym, for good: in the history and in all
journals of the folder. Counts stay right, and that the person wants no game
with us stays known, as a keyed hash. Later games are written the same way.

What cannot be rewritten is told (exit code 1): a journal that is damaged, or of
a game that still runs. Titles of cards and names of decks stay as they are."""
HISTORY_FETCH = """\
Ask the server for our games that are over, and take in those that are not in
the history yet. The server's own replay of each goes into the folder of
journals, as FILE.replay.jsonl.gz: it holds what we saw, but neither questions
nor answers, so it cannot be re-lived."""
HISTORY_PRUNE = """\
Remove games that ended, and journals that were last written, more than so many
days ago: those given, else those of the configuration (history.keep_days,
history.keep_journal_days). Refusals of people stay, and so do games that run."""
HISTORY_END = """\
examples:
  gemp-bot history import journals --history games.db
  gemp-bot history games --history games.db --since 2026-01-01
  gemp-bot history stats --history games.db --by matchup"""

JOURNAL = """\
What can be done with a recorded game besides re-living it."""
JOURNAL_SHARE = """\
Copy a journal for others, to report a fault: people get other names, and a line
with the version of the program and the numbers and switches of its
configuration is added. Names, addresses, paths and secrets are left out."""
JOURNAL_END = """\
example:
  gemp-bot journal share journals/lost.jsonl.gz --out fault.jsonl.gz"""
