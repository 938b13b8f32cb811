import { useQuery } from "@tanstack/react-query";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Inbox } from "#web/ui/icons.tsx";
import { mails, mailTroubleQuery } from "./mails.ts";

/** A link to the emails that shows how many were not sent. */
export function MailLink() {
  const dead = useQuery(mailTroubleQuery).data?.dead ?? 0;
  return (
    <ButtonLink to={mails.href(dead > 0 ? { state: "dead" } : {})} look="quiet" icon={<Inbox size={18} />}>
      {dead > 0 ? `Mail (${dead} not sent)` : "Mail"}
    </ButtonLink>
  );
}
