#include "lab/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "engine/json.h"
#include "lab/csv.h"
#include "lab/embedded.h"

namespace lab {
namespace {

// So that a mean has about three digits that count.
int decimals_for(double value) {
  const double size = std::abs(value);
  return size < 10 ? 2 : size < 1000 ? 1 : 0;
}

// As the language writes it: a decimal comma, a real minus sign.
std::string number_text(double value, int decimals, bool sign, engine::Language language) {
  if (!std::isfinite(value)) return "?";
  std::string text = fmt::format("{:.{}f}", std::abs(value), decimals);
  const bool zero = text.find_first_not_of("0.") == std::string::npos;
  if (language != engine::Language::kEnglish) std::ranges::replace(text, '.', ',');
  if (zero) return text;
  if (value < 0) return "−" + text;
  return sign ? "+" + text : text;
}

struct NumberStyle {
  double scale = 1;
  int decimals = 0;
  bool sign = false;
  std::string_view unit;
};

NumberStyle style_of(const ReportCell& cell) {
  switch (cell.form) {
    case Form::kText:
    case Form::kCount:
      return {1, 0, false, ""};
    case Form::kNumber:
      return {1, decimals_for(cell.value), false, ""};
    case Form::kChange:
      return {1, decimals_for(cell.value), true, ""};
    case Form::kPercent:
      return {100, 1, false, " %"};
    case Form::kPoints:
      return {100, 1, true, ""};
    case Form::kChance:
      return {1, 4, false, ""};
  }
  return {};
}

size_t width_of(std::string_view text) {  // in letters
  return static_cast<size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<uint8_t>(c) & 0xc0) != 0x80; }));
}

std::string padded(std::string text, size_t width, bool right) {
  const size_t have = width_of(text);
  const std::string space(width > have ? width - have : 0, ' ');
  return right ? space + text : text + space;
}

}  // namespace

std::string section_table(const Section& section, engine::Language language) {
  std::string out;
  std::vector<std::vector<std::string>> lines(1);
  for (const Column& column : section.columns) lines[0].push_back(column.title);
  constexpr size_t kLong = 30;
  const bool all = section.rows.size() <= kLong || section.in_short.empty();
  for (size_t i = 0; i < section.rows.size(); ++i) {
    if (!all && std::ranges::find(section.in_short, i) == section.in_short.end()) continue;
    lines.emplace_back();
    for (const ReportCell& cell : section.rows[i]) {
      lines.back().push_back(cell_text(cell, language));
    }
  }
  const size_t left_out = section.rows.size() + 1 - lines.size();
  for (const auto& line : lines) {
    std::string text;
    for (size_t c = 0; c < line.size(); ++c) {
      size_t width = 0;
      for (const auto& other : lines) width = std::max(width, width_of(other[c]));
      const bool right = !section.rows.empty() && section.rows[0][c].form != Form::kText;
      text += (c == 0 ? "" : "  ") + padded(line[c], width, right);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    out += text + '\n';
  }
  if (left_out > 0) {
    out += report_texts(language).format("report.more", std::to_string(left_out)) + '\n';
  }
  return out;
}

namespace {

std::string wrapped(std::string_view text, size_t width) {
  std::string out;
  size_t column = 0;
  for (const std::string_view word : engine::split(text, ' ')) {
    const size_t length = width_of(word);
    if (column != 0 && column + 1 + length > width) {
      out += '\n';
      column = 0;
    } else if (column != 0) {
      out += ' ';
      ++column;
    }
    out += word;
    column += length;
  }
  return out + '\n';
}

}  // namespace

const engine::Texts& report_texts(engine::Language language) {
  static const engine::TextsByLanguage catalogue =
      engine::load_embedded(embedded::texts, "lab/texts");
  return catalogue[static_cast<size_t>(language)];
}

std::string cell_text(const ReportCell& cell, engine::Language language) {
  if (cell.form == Form::kText) return cell.text;
  const NumberStyle style = style_of(cell);
  const auto number = [&](double value) {
    return number_text(style.scale * value, style.decimals, style.sign, language);
  };
  std::string text = number(cell.value);
  text += style.unit;
  if (cell.interval) {
    text += std::isfinite(cell.interval->low)
                ? fmt::format(" ({} … {})", number(cell.interval->low), number(cell.interval->high))
                : " (?)";
  }
  return text;
}

std::string document_text(const Document& document) {
  constexpr size_t kWidth = 80;
  const engine::Texts& words = report_texts(document.language);
  std::string out = document.title + "\n\n" + wrapped(document.question, kWidth) + '\n';
  for (const std::string& sentence : document.answer) out += wrapped("• " + sentence, kWidth);
  for (const Section& section : document.sections) {
    if (section.rows.empty()) continue;
    out += '\n' + section.title + '\n';
    out += section_table(section, document.language);
  }
  out += '\n' + std::string(words.get("report.repeat")) + "\n  " + document.command + '\n';
  return out;
}

std::string document_csv(const Document& document) {
  std::string out = "table,row,column,value,low,high\n";
  const auto exact = [](double value) {
    return std::isfinite(value) ? fmt::format("{:.9g}", value) : std::string();
  };
  for (const Section& section : document.sections) {
    for (const auto& row : section.rows) {
      const ReportCell& name = row[0];
      for (size_t c = 1; c < row.size(); ++c) {
        const ReportCell& cell = row[c];
        if (cell.is_note()) continue;
        const bool text = cell.form == Form::kText;
        fmt::format_to(std::back_inserter(out), "{},{},{},{},{},{}\n", csv_field(section.id),
                       csv_field(name.id.empty() ? name.text : name.id),
                       csv_field(section.columns[c].id),
                       text ? csv_field(cell.id.empty() ? cell.text : cell.id) : exact(cell.value),
                       cell.interval ? exact(cell.interval->low) : "",
                       cell.interval ? exact(cell.interval->high) : "");
      }
    }
  }
  return out;
}

std::string document_json(const Document& document, int indent) {
  std::string text;
  engine::JsonWriter out(text, indent);
  constexpr int kDecimals = 9;
  const auto number = [&](std::string_view name, double value) {
    out.key(name);
    if (std::isfinite(value)) {
      out.value(value, kDecimals);
    } else {
      out.null();
    }
  };
  const auto sentences = [&](std::string_view name, const std::vector<std::string>& all) {
    out.key(name);
    out.begin_array(false);
    for (const std::string& sentence : all) out.value(sentence);
    out.end_array();
  };
  out.begin_object();
  write_played(document.played, out);
  out.member("title", document.title);
  out.member("question", document.question);
  sentences("method", document.method);
  sentences("answer", document.answer);
  out.key("tables");
  out.begin_object();
  for (const Section& section : document.sections) {
    out.key(section.id);
    out.begin_array(false);
    for (const auto& row : section.rows) {
      out.begin_object();
      for (size_t c = 0; c < row.size(); ++c) {
        const ReportCell& cell = row[c];
        if (cell.is_note()) continue;
        out.key(section.columns[c].id);
        if (cell.form == Form::kText) {
          out.value(cell.id.empty() ? cell.text : cell.id);
          continue;
        }
        out.begin_object();
        number("value", cell.value);
        if (cell.interval) {
          number("low", cell.interval->low);
          number("high", cell.interval->high);
        }
        out.end_object();
      }
      out.end_object();
    }
    out.end_array();
  }
  out.end_object();
  out.member("command", document.command);
  out.end_object();
  return text;
}

}  // namespace lab
