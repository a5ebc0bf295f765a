// The rules to read are plain text with paragraphs, "- " lists and diagrams: blocks for the page.

export type Block =
  | { is: 'text'; text: string }
  | { is: 'list'; items: string[] }
  | { is: 'diagram'; id: string };

export function blocks(text: string): Block[] {
  const found: Block[] = [];
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    if (trimmed === '') continue;
    const diagram = /^\{diagram:(\w+)\}$/.exec(trimmed);
    const item = /^[-•]\s+(.*)$/.exec(trimmed);
    const last = found.at(-1);
    if (diagram) found.push({ is: 'diagram', id: diagram[1] });
    else if (item && last?.is === 'list') last.items.push(item[1]);
    else found.push(item ? { is: 'list', items: [item[1]] } : { is: 'text', text: trimmed });
  }
  return found;
}

/** What can be read in a text and below its diagrams. */
export const wording = (text: string, texts: Record<string, string>): string =>
  blocks(text)
    .flatMap((block) =>
      block.is === 'text'
        ? [block.text]
        : block.is === 'list'
          ? block.items
          : captions(block.id, texts),
    )
    .join('\n');

/** What is said below the pictures of a diagram. */
export function captions(id: string, texts: Record<string, string>): string[] {
  const found: string[] = [];
  for (let n = 1; texts[`diagram.${id}.${n}`]; ++n) found.push(texts[`diagram.${id}.${n}`]);
  return found;
}
