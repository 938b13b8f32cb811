import { useCallback, useState } from "react";
import { BookOpen } from "#web/ui/icons.tsx";
import { RootLayout } from "#web/app/layouts/root-layout.tsx";
import type { HeaderSession, SiteContent } from "#web/app/layouts/site-content.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Cover } from "#web/ui/cover/cover.tsx";
import { Badge } from "#web/ui/data/badge.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { Page } from "#web/ui/layout/page.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";
import { Pager } from "#web/ui/navigation/pager.tsx";
import { type CornerNews, CornerPopup } from "#web/ui/overlay/corner-popup.tsx";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";
import { ShownData } from "./shown-data.tsx";
import { ShownForms } from "./shown-forms.tsx";
import { ShownRest } from "./shown-rest.tsx";
import { ShownUploads } from "./shown-uploads.tsx";
import { ShownCovers } from "./shown-covers.tsx";

const content: SiteContent = {
  name: "Health Education Lending Library",
  copyright: "© 2026 Health Education Lending Library. Resources for California education agencies.",
  phones: ["(555) 010-0142", "(555) 010-0143"],
  email: "library@example.org",
  postalAddress: "Health Education Lending Library\n1 Main Street\nFresno, CA 93701",
  maintainedBy: "Maintained by the county office of education for the state education department.",
  agencies: [{ name: "County Office of Education" }, { name: "State Education Department" }],
  socialLinks: [
    { label: "Mastodon", href: "https://example.org/m" },
    { label: "YouTube", href: "https://example.org/y" },
  ],
};

const added: CornerNews = {
  message: "Item successfully added to your cart.",
  title: "“But who should I tell?”: questions and answers about seeking help after sexual abuse",
  picture: <Cover tone="book" icon={<BookOpen />} title="“But who should I tell?”: questions and answers" />,
  meta: (
    <Badge tone="book" icon={<BookOpen size={16} />}>
      Book
    </Badge>
  ),
};

const parts = { forms: ShownForms, data: ShownData, uploads: ShownUploads, rest: ShownRest };

/** The whole component kit inside the real root layout; the query selects the kind of visitor. */
export function StyleguidePage() {
  const query = new URLSearchParams(location.search);
  const who = query.get("who") ?? "anonymous";
  const session: HeaderSession =
    who === "user"
      ? { kind: "user", accountId: 7 }
      : who === "admin"
        ? { kind: "admin", name: "Ada", role: "manager" }
        : { kind: "anonymous" };
  const [news, setNews] = useState<CornerNews>();
  const clear = useCallback(() => setNews(undefined), [setNews]);
  return (
    <RootLayout
      content={content}
      presentation={query.get("presentation") === "marketing" ? "marketing" : "inventory"}
      session={session}
      cartCount={Number(query.get("cart") ?? 3)}
      onLogOut={() => toast("Logged out.", "info")}
      busy={query.has("busy")}
      added={news && <CornerPopup news={news} onClose={clear} />}
      onAddedClear={clear}
    >
      <Page
        heading="Our Inventory"
        lead="Books, video and audio for your lessons, sent to your school at no charge."
        back={<BackLink to="/admin/orderlist">Back to Orders</BackLink>}
        actions={<Asking onAdd={() => setNews(added)} />}
      >
        <section data-shown="covers">
          <ShownCovers />
        </section>
        <Stack>
          <Pager page={7} pageSize={18} total={2066} hrefFor={(page) => `?page=${page}`} label="Titles" />
          <Pager page={1} pageSize={18} total={0} hrefFor={(page) => `?page=${page}`} label="None" />
          <Pager page={1} pageSize={18} total={40} hrefFor={(page) => `?page=${page}`} label="Few" />
        </Stack>
        {Object.entries(parts).map(([name, Shown]) => (
          <section key={name} data-shown={name}>
            <Shown />
          </section>
        ))}
      </Page>
    </RootLayout>
  );
}

function Asking({ onAdd }: { onAdd: () => void }) {
  const confirm = useConfirm();
  const ask = async () => {
    const sure = await confirm({
      question: "Are you sure you want to undo the checkout?",
      danger: true,
      confirmLabel: "Undo",
    });
    toast(sure ? "All SKUs have been removed." : "Nothing changed.", sure ? "success" : "info");
  };
  return (
    <Row>
      <Button look="primary" onClick={onAdd}>
        Add
      </Button>
      <Button onClick={() => toast("Updated.")}>Toast</Button>
      <Button onClick={() => toast("Only 2 in stock.", "error")}>Refusal</Button>
      <Button look="danger" onClick={() => void ask()}>
        Ask
      </Button>
    </Row>
  );
}
