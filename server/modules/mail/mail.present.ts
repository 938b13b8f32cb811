import { staffMail, type StaffMail } from "#contract/mail.ts";
import type { MailRow } from "./mail.queries.ts";

const { state, language } = staffMail.shape;

export function presentMail(row: MailRow): StaffMail {
  return {
    mailId: row.mail_id,
    kind: row.kind,
    toName: row.to_name,
    toAddress: row.to_address,
    subject: row.subject,
    language: language.parse(row.language),
    state: state.parse(row.state),
    writtenAt: row.written_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    nextTryAt: row.next_try_at?.toISOString() ?? null,
    tries: row.tries,
    trouble: row.trouble,
    isFile: row.is_file,
    canBeResent: row.can_be_resent,
  };
}
