import { useEffect } from "react";
import { useLocation, useNavigate, useParams } from "#web/ui/router.tsx";

/** Restores the document's referrer policy, because a page loaded from an emailed link sends none. */
function sendReferrers(): void {
  const policy = document.createElement("meta");
  policy.name = "referrer";
  policy.content = "same-origin";
  document.head.append(policy);
}

/**
 * Returns the secret of an emailed link, or an empty string. Takes it out of the address bar; the history entry keeps it,
 * so that the page survives a reload.
 */
export function useLinkSecret(): string {
  const { pathname, search, hash, state } = useLocation();
  const { token } = useParams();
  const navigate = useNavigate();
  const fromAddress = token ?? /^#([\w-]{43})$/.exec(hash)?.[1];
  useEffect(() => {
    if (fromAddress === undefined) return;
    const page = token === undefined ? pathname : pathname.replace(/\/[^/]+\/?$/, "");
    void navigate(page + search, { replace: true, state: { secret: fromAddress } });
  }, [fromAddress, token, pathname, search, navigate]);
  // pages opened in new tabs from here take over the session by their referrer
  useEffect(() => sendReferrers, []);
  return fromAddress ?? secretIn(state);
}

function secretIn(state: unknown): string {
  return typeof state === "object" && state !== null && "secret" in state && typeof state.secret === "string"
    ? state.secret
    : "";
}
