import { RegisterCaller } from "#web/features/accounts/register-caller.tsx";
import { CallerOrder } from "#web/features/circulation/callers/caller-order.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";

/** admin/callerorder */
export function CallerOrderPage() {
  return (
    <Page
      heading="Order for a caller"
      lead="Choose the borrower and the titles. The order is placed in the borrower’s name, and they get an email."
      back={<BackLink to="/admin/dashboard">Dashboard</BackLink>}
    >
      <CallerOrder
        register={(onRegistered, onClose) => <RegisterCaller onRegistered={onRegistered} onClose={onClose} />}
      />
    </Page>
  );
}
