// Writes the manual pages as scdoc reads them:
//   node packaging/manual/manual.mjs COMMANDS.json VERSION FOLDER
// COMMANDS.json is what `stamtafel help --json` prints: a page for each command, with its options in
// the words of its --help. A page for each file format is made of the page in docs/ about it. What
// only a manual says stands in NAME.scd beside this file, and is put before SEE ALSO.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [, , commandsFile, version, folder] = process.argv;
if (!folder) throw new Error("usage: manual.mjs COMMANDS.json VERSION FOLDER");
const here = dirname(fileURLToPath(import.meta.url));
const docs = join(here, "../../docs");

// The file formats, and where docs/ describes them: a whole page, or one chapter of it.
const formats = [
  { name: "stamtafel-record", doc: "record-format.md", summary: "positions, actions, chance and records of games" },
  { name: "stamtafel-case", doc: "cases.md", summary: "what the rules make of a situation, as a test" },
  { name: "stamtafel-lesson", doc: "lessons.md", summary: "a game taught by playing it" },
  { name: "stamtafel-puzzles", doc: "puzzles.md", summary: "positions with one choice that is much better than all others" },
  { name: "stamtafel-edition", doc: "editions.md", summary: "a game with figures of one's own" },
  { name: "stamtafel-result", doc: "arena.md", chapter: "The result file", summary: "the blocks that an arena has played" },
  { name: "stamtafel-bot", doc: "bot-protocol.md", summary: "a bot that is a program of its own" },
];
const formatOf = (doc) => formats.find((format) => format.doc === doc);
const reference = (name, section) => `*${name}*(${section})`;

// ---- scdoc ----

const escape = (text) => text.replace(/[\\*_~^`]/g, (mark) => (mark === "`" ? mark : `\\${mark}`)).replace(/\+\+/g, "+\\+");
// A line must not begin with what scdoc takes for a mark of its own.
const begin = (text) => text.replace(/^([#\-|\][;])/, "\\$1");
const bold = (text) => (text ? `*${escape(text)}*` : "");

// docs/cases.md is another manual page, or a file that the package installs.
const namedDoc = (path) => {
  const format = formatOf(path);
  return format && !format.chapter ? reference(format.name, 5) : escape(`/usr/share/doc/stamtafel/${path}`);
};

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;

// A paragraph of help texts, or of Markdown.
function inline(text) {
  const pieces = text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*|\[[^\]]+\]\([^)]+\)|\bdocs\/[a-z-]+\.md\b)/);
  return pieces
    .map((piece, i) => {
      if (i % 2 === 0) return escape(piece);
      if (piece.startsWith("`")) return bold(piece.slice(1, -1));
      if (piece.startsWith("**")) return bold(piece.slice(2, -2));
      if (piece.startsWith("*")) return `_${escape(piece.slice(1, -1))}_`;
      if (piece.startsWith("docs/")) return namedDoc(piece.slice(5));
      const [, words, target] = piece.match(/^\[([^\]]+)\]\(([^)]+)\)$/);
      const file = target.replace(/#.*/, "").replace(/^docs\//, "");
      if (words === file && file.endsWith(".md")) return namedDoc(file);
      if (formatOf(file)) return `${inline(words)} (${namedDoc(file)})`;
      return inline(words);
    })
    .join("");
}

const literal = (lines) => ["```", ...lines.map((line) => line.replace(/```/g, "``\\`")), "```"].join("\n");
const entry = (term, text) => `${begin(term)}\n\t${begin(inline(text.replace(/\s*\n\s*/g, " ")))}`;
const heading = (level, text) => `${"#".repeat(level)} ${text}`;

function page(name, section, summary, parts) {
  const own = join(here, `${name}.scd`);
  const blocks = [
    `${name}(${section}) "stamtafel ${version}" "Stamtafel"`,
    heading(1, "NAME"),
    `${name} - ${escape(summary)}`,
    ...parts.before,
    ...(section === 1 && existsSync(own) ? [readFileSync(own, "utf8").trim()] : []),
    heading(1, "SEE ALSO"),
    parts.also.join(", "),
  ];
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.${section}.scd`), `${blocks.filter(Boolean).join("\n\n")}\n`);
}

// ---- commands ----

const paragraphs = (text) => text.split(/\n\s*\n/).filter(Boolean).map((each) => begin(inline(each.replace(/\n/g, " "))));

function optionTerm({ names, value }) {
  const words = names.map(bold).join(", ");
  return value ? `${words} _${escape(value)}_` : words;
}

// "Examples:" and "Exit codes:" of the footer.
function footer(text) {
  const [, examples = "", codes = ""] = text.match(/^Examples:\n([\s\S]*?)\n*Exit codes:\n([\s\S]*)$/) ?? [];
  const lines = (block) => block.split("\n").filter((line) => line.trim());
  const meanings = [];
  for (const line of lines(codes)) {
    const [, code, meaning] = line.trim().match(/^(\d+)\s+(.*)$/) ?? [];
    if (code) meanings.push([code, meaning]);
    else meanings.at(-1)[1] += ` ${line.trim()}`;
  }
  return { examples: lines(examples).map((line) => line.replace(/^ {2}/, "")), codes: meanings };
}

function synopsis(usage) {
  return usage.map((line) => {
    const [words, rest] = line.match(/^([a-z ]+?)(?= [A-Z[]|$)(.*)$/).slice(1);
    return `*${words}*${escape(rest)}`;
  }).join("++\n");
}

const argumentEntries = (command) => command.arguments.map((each) => entry(`_${escape(each.names[0])}_`, each.about));
const optionEntries = (command) => command.options.map((each) => entry(optionTerm(each), each.about));
const chapter = (title, blocks) => (blocks.length ? [heading(1, title), ...blocks] : []);
const pageName = (command) => command.name.replaceAll(" ", "-");

// A command of a command: a part of its page.
function part(command) {
  const { examples } = footer(command.footer);
  return [
    heading(2, command.name),
    synopsis(command.usage),
    inline(sentence(command.summary)),
    ...paragraphs(command.description),
    ...argumentEntries(command),
    ...optionEntries(command),
    ...(examples.length ? [literal(examples)] : []),
  ];
}

function commandPage(command) {
  const top = command.name === "stamtafel";
  const { examples, codes } = footer(command.footer);
  const parts = top
    ? command.commands.map((each) => entry(reference(pageName(each), 1), sentence(each.summary)))
    : command.commands.flatMap(part);
  const said = paragraphs(command.description);
  // The formats that its texts point to; those of all commands in the first page.
  const text = JSON.stringify(command);
  const also = formats.filter((each) => top || text.includes(each.doc)).map((each) => reference(each.name, 5));
  page(pageName(command), 1, command.summary, {
    before: [
      ...chapter("SYNOPSIS", [synopsis(command.usage)]),
      ...chapter("DESCRIPTION", said.length ? said : [inline(sentence(command.summary))]),
      ...chapter("ARGUMENTS", argumentEntries(command)),
      ...chapter("OPTIONS", optionEntries(command)),
      ...chapter("COMMANDS", parts),
      ...chapter("EXAMPLES", examples.length ? [literal(examples)] : []),
      ...chapter("EXIT STATUS", codes.map(([code, meaning]) => entry(`*${code}*`, `${meaning}.`))),
    ],
    also: top ? also : [reference("stamtafel", 1), ...also],
  });
  if (top) command.commands.forEach(commandPage);
}

// ---- formats ----

// Rows of a table as entries where they have two cells, otherwise as a table.
function table(rows) {
  const cells = rows.map((row) => row.replace(/^\||\|$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim()));
  const [head, , ...body] = cells;
  if (head.length === 2) return body.map(([term, text]) => entry(inline(term), text || " ")).join("\n\n");
  const line = (row, first) => row.map((cell, i) => `${i ? ":" : first}[ ${inline(cell)}`).join("\n");
  return [line(head, "["), ...body.map((row) => line(row, "|"))].join("\n");
}

function markdown(text) {
  const out = [];
  const lines = text.split("\n");
  let i = 0;
  const take = (test) => {
    const from = i;
    while (i < lines.length && test(lines[i])) i += 1;
    return lines.slice(from, i);
  };
  while (i < lines.length) {
    const line = lines[i];
    if (!line.trim()) i += 1;
    else if (line.startsWith("```")) {
      i += 1;
      out.push(literal(take((each) => !each.startsWith("```"))));
      i += 1;
    } else if (line.startsWith("    ")) {
      const block = take((each) => each.startsWith("    ") || !each.trim());
      out.push(literal(block.join("\n").trimEnd().split("\n").map((each) => each.slice(4))));
    } else if (/^#+ /.test(line)) {
      const [, marks, words] = line.match(/^(#+) (.*)$/);
      i += 1;
      if (marks.length === 1) out.push(heading(1, words.toUpperCase()));
      else out.push(heading(marks.length - 1, marks.length === 2 ? words.replaceAll("`", "").toUpperCase() : words.replaceAll("`", "")));
    } else if (line.startsWith("|")) {
      out.push(table(take((each) => each.startsWith("|"))));
    } else if (/^([*-]|\d+\.) /.test(line)) {
      const items = [];
      for (const each of take((l) => /^([*-]|\d+\.) /.test(l) || /^\s+\S/.test(l))) {
        if (/^([*-]|\d+\.) /.test(each)) items.push(each.replace(/^([*-]|\d+\.) /, ""));
        else items[items.length - 1] += ` ${each.trim()}`;
      }
      out.push(items.map((item) => `- ${inline(item)}`).join("\n"));
    } else {
      out.push(begin(inline(take((l) => l.trim() && !/^(#+ |```|\||[*-] )/.test(l)).join(" "))));
    }
  }
  return out;
}

function formatPage({ name, doc, chapter, summary }) {
  const text = readFileSync(join(docs, doc), "utf8");
  let body = text.replace(/^# .*\n/, "");
  if (chapter) {
    const from = body.indexOf(`## ${chapter}\n`);
    if (from < 0) throw new Error(`${doc} has no chapter '${chapter}'`);
    body = body.slice(from + chapter.length + 4).replace(/\n## [\s\S]*$/, "\n");
  }
  const others = formats.filter((each) => each.name !== name).map((each) => reference(each.name, 5));
  page(name, 5, summary, {
    before: [heading(1, "DESCRIPTION"), ...markdown(body)],
    also: [reference("stamtafel", 1), ...others],
  });
}

commandPage(JSON.parse(readFileSync(commandsFile, "utf8")));
formats.forEach(formatPage);
