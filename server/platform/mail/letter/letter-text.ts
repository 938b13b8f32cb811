import { addressIn } from "#contract/site/languages.ts";
import { type Block, type Letter, type Letterhead, questionsIn } from "./letter.ts";

export function letterText(letter: Letter, head: Letterhead): string {
  const { siteName, email, publicUrl } = head;
  // readers continue in the mail's language, unless they chose another
  const addressOf = (path: string) => publicUrl + addressIn(letter.language ?? "en", path);
  const parts = [
    letter.heading,
    ...letter.blocks.map((block) => blockText(block, head, addressOf)).filter((text) => text !== ""),
    `-- \n${siteName}\n${publicUrl}\n${questionsIn(letter)} ${email}.`,
  ];
  return `${parts.join("\n\n")}\n`;
}

function blockText(block: Block, { postalAddress }: Letterhead, addressOf: (path: string) => string): string {
  switch (block.is) {
    case "text":
    case "note":
      return block.text;
    case "heading":
      return block.text.toUpperCase();
    case "button":
      return `${block.label}:\n${addressOf(block.path)}`;
    case "facts":
      return block.facts.map(({ name, value, href }) => `${name}: ${value}${href ? `\n${href}` : ""}`).join("\n");
    case "postal address":
      return postalAddress && `${block.label}:\n${postalAddress}`;
    case "list":
      return block.items.map((item) => `- ${item}`).join("\n");
  }
}
