import { isToStaff, type MailKind, mailKinds, mailNames } from "#contract/admin/mail.ts";
import type { MailText, SiteContent } from "#contract/site/sections.ts";
import styles from "#web/site/editor.module.css";
import { Stack } from "#web/ui/layout.tsx";
import { Link } from "#web/ui/router.tsx";

/** Lists the types of email, with the languages of the library's own paragraphs in each. */
export function MailTexts({ content }: { content: SiteContent }) {
  return (
    <Stack>
      <div>
        <h2>Email text</h2>
        <p className={styles.quiet}>
          Add your own paragraphs above and below the text of each type of email. They never replace anything in it.
        </p>
      </div>
      <ul className={styles.rows}>
        {mailKinds.map((kind) => (
          <li key={kind} className={styles.row}>
            <Link to={`/admin/sitecontent/mail-${kind}`}>{mailNames[kind]}</Link>
            <span className={styles.quiet}>{languagesOf(kind, content[`mail-${kind}`])}</span>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

function languagesOf(kind: MailKind, { before, after, beforeInSpanish, afterInSpanish }: MailText): string {
  const isInEnglish = Boolean(before || after);
  const isInSpanish = Boolean(beforeInSpanish || afterInSpanish);
  if (isInEnglish && isInSpanish) return "English and Spanish";
  if (isInSpanish) return "Spanish only";
  if (!isInEnglish) return "No paragraphs";
  return isToStaff(kind) ? "English" : "English only";
}
