// The rules to read are plain text with paragraphs and "- " lists: blocks for the page.

export type Block = { is: 'text'; text: string } | { is: 'list'; items: string[] };

export function blocks(text: string): Block[] {
  const found: Block[] = [];
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    if (trimmed === '') continue;
    const item = /^[-•]\s+(.*)$/.exec(trimmed);
    const last = found.at(-1);
    if (item && last?.is === 'list') last.items.push(item[1]);
    else found.push(item ? { is: 'list', items: [item[1]] } : { is: 'text', text: trimmed });
  }
  return found;
}
