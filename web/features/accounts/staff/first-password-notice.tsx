import { useQuery } from "@tanstack/react-query";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { ownAccountQuery } from "./staff-queries.ts";

/** Asks for a password of one's own, until there is one. */
export function FirstPasswordNotice() {
  if (!useQuery({ ...ownAccountQuery, meta: { background: true } }).data?.hasFirstPassword) return null;
  return (
    <Alert tone="warning" title="Choose your own password">
      <p>Others may have seen your first password: it was printed or set when your account was created.</p>
      <ButtonLink to="/admin/account" size="small">
        Change password
      </ButtonLink>
    </Alert>
  );
}
