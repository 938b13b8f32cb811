import { useState } from "react";
import type { LoggedIn } from "#contract/accounts.ts";
import { messages } from "#contract/specified-messages.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { keepLogin } from "./keep-login.ts";

/** Whether this browser can use passkeys here: never where the address is a number, or could be read on its way. */
const canUsePasskeys = () =>
  "PublicKeyCredential" in window && isSecureContext && !/^\[|^[\d.]+$/.test(location.hostname);

/** A login by a passkey: no name, no password, no code. Its code is loaded when it is wanted. */
export function PasskeyLogin({ onLoggedIn }: { onLoggedIn: (who: LoggedIn) => void }) {
  const [isBusy, setBusy] = useState(false);
  if (!canUsePasskeys()) return null;
  const enter = async () => {
    setBusy(true);
    try {
      const who = await import("#web/features/accounts/passkeys.ts").then((loaded) => loaded.enterWithPasskey());
      toast(messages.done.loggedIn);
      keepLogin(who);
      onLoggedIn(who);
    } catch (error) {
      toast(error instanceof Error && error.message ? error.message : messages.trouble.somethingWrong, "error");
    } finally {
      setBusy(false);
    }
  };
  return (
    <div>
      <Button busy={isBusy} onClick={() => void enter()}>
        Use a passkey instead
      </Button>
    </div>
  );
}
