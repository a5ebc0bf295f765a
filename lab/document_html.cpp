#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "lab/document.h"
#include "lab/plot_svg.h"

namespace lab {
namespace {

constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --ink: #22201d; --paper: #fdfbf7; --soft: #6b645b;
  --rule: #ddd5c8; --accent: #8a4b12; --accent2: #3d6a8a; --accent3: #5d7a3a; --accent4: #a8a095; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece6dc; --paper: #1d1b19; --soft: #a79f93;
  --rule: #423d37; --accent: #e0a060; --accent2: #7fb2d6; --accent3: #a3c47a; --accent4: #6f685f; } }
body { background: var(--paper); color: var(--ink); font: 16px/1.5 Georgia, serif; margin: 0 auto;
  max-width: 60rem; padding: 1.5rem; }
h1 { font-size: 1.7rem; margin: 0 0 .5rem; } h2 { font-size: 1.25rem; margin: 2.2rem 0 .4rem; }
.question { font-size: 1.1rem; font-style: italic; }
.note { color: var(--soft); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font: 14px/1.4 system-ui, sans-serif; margin: .8rem 0; }
th, td { border-bottom: 1px solid var(--rule); padding: .25rem .7rem .25rem 0; text-align: left;
  vertical-align: top; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
th button { all: unset; cursor: pointer; font-weight: 600; }
th button:focus-visible { outline: 2px solid var(--accent); }
th[aria-sort=ascending] button::after { content: " ▲"; }
th[aria-sort=descending] button::after { content: " ▼"; }
figure { margin: .8rem 0; } figcaption { color: var(--soft); font: 14px/1.4 system-ui, sans-serif; }
svg { max-width: 100%; height: auto; font: 12px system-ui, sans-serif; }
svg text { fill: var(--ink); } .grid { stroke: var(--rule); }
.even { stroke: var(--accent2); stroke-dasharray: 5 4; }
.range { stroke: var(--accent); stroke-width: 2; opacity: .65; } .dot { fill: var(--accent); }
.curve { fill: none; stroke: var(--accent); stroke-width: 1.5; } .bar { fill: var(--accent); }
.heat { fill: var(--accent); } .part0 { fill: var(--accent); } .part1 { fill: var(--accent2); }
.part2 { fill: var(--accent3); } .part3 { fill: var(--accent4); }
pre { border: 1px solid var(--rule); overflow-x: auto; padding: .6rem; white-space: pre-wrap; }
@media print { body { max-width: none; padding: 0; } h2, figure, tr { break-inside: avoid; }
  h2 { break-after: avoid; } }
)";

constexpr std::string_view kScript = R"(
for (const table of document.querySelectorAll('table'))
  for (const [at, head] of [...table.tHead.rows[0].cells].entries())
    head.querySelector('button').addEventListener('click', () => {
      const up = head.getAttribute('aria-sort') !== 'ascending';
      for (const other of table.tHead.rows[0].cells) other.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
      const key = row => row.cells[at].dataset.value ?? row.cells[at].textContent;
      const amount = row => { const x = parseFloat(key(row)); return isNaN(x) ? -1e300 : x; };
      const number = head.classList.contains('number');
      const rows = [...table.tBodies[0].rows].sort((a, b) =>
        number ? amount(a) - amount(b) : key(a).localeCompare(key(b), document.documentElement.lang));
      table.tBodies[0].append(...(up ? rows : rows.reverse()));
    });
)";

void write_html_table(const Section& section, engine::Language language, std::string& out) {
  auto end = std::back_inserter(out);
  const auto is_number = [&](size_t column) {
    for (const auto& row : section.rows) {
      if (row[column].form != Form::kText) return true;
    }
    return false;
  };
  out += "<div class=\"scroll\"><table><thead><tr>";
  for (size_t c = 0; c < section.columns.size(); ++c) {
    fmt::format_to(end, "<th scope=\"col\"{}><button type=\"button\">{}</button></th>",
                   is_number(c) ? " class=\"number\"" : "",
                   engine::escaped(section.columns[c].title));
  }
  out += "</tr></thead><tbody>\n";
  for (const auto& row : section.rows) {
    out += "<tr>";
    for (size_t c = 0; c < row.size(); ++c) {
      const ReportCell& cell = row[c];
      if (cell.form == Form::kText) {
        // What is unknown comes first, whichever numbers the others are.
        fmt::format_to(end, "<td{}>{}</td>",
                       is_number(c) ? " class=\"number\" data-value=\"-1e300\"" : "",
                       engine::escaped(cell.text));
      } else {
        fmt::format_to(end, "<td class=\"number\" data-value=\"{:.9g}\">{}</td>", cell.value,
                       engine::escaped(cell_text(cell, language)));
      }
    }
    out += "</tr>\n";
  }
  out += "</tbody></table></div>\n";
}

}  // namespace

std::string document_html(const Document& document) {
  const engine::Texts& words = report_texts(document.language);
  std::string out;
  auto end = std::back_inserter(out);
  fmt::format_to(end,
                 "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n"
                 "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                 "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n<h1>{}</h1>\n"
                 "<p class=\"question\">{}</p>\n",
                 engine::kLanguages[static_cast<size_t>(document.language)],
                 engine::escaped(document.title), kStyle, engine::escaped(document.title),
                 engine::escaped(document.question));
  const auto paragraphs = [&](std::string_view title, const std::vector<std::string>& all,
                              std::string_view kind) {
    fmt::format_to(end, "<h2>{}</h2>\n<ul{}>\n", engine::escaped(words.get(title)), kind);
    for (const std::string& each : all) fmt::format_to(end, "<li>{}</li>\n", engine::escaped(each));
    out += "</ul>\n";
  };
  paragraphs("report.answer", document.answer, "");
  paragraphs("report.method", document.method, " class=\"note\"");
  for (const Section& section : document.sections) {
    fmt::format_to(end, "<section id=\"{}\">\n<h2>{}</h2>\n", engine::escaped(section.id),
                   engine::escaped(section.title));
    if (!section.text.empty())
      fmt::format_to(end, "<p class=\"note\">{}</p>\n", engine::escaped(section.text));
    for (const Plot& plot : section.plots) out += plot_svg(plot, document.language);
    if (!section.rows.empty()) write_html_table(section, document.language, out);
    out += "</section>\n";
  }
  fmt::format_to(end, "<h2>{}</h2>\n<pre>{}</pre>\n<script>{}</script>\n</body>\n</html>\n",
                 engine::escaped(words.get("report.repeat")), engine::escaped(document.command),
                 kScript);
  return out;
}

}  // namespace lab
