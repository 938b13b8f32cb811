import type { ReactNode } from "react";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";

type Line = { key: number; words: string };

type OutcomesProps = {
  title: string;
  label: string;
  lines: readonly Line[];
  isWhole: boolean;
  action?: ReactNode;
};

export function Outcomes({ title, label, lines, isWhole, action }: OutcomesProps) {
  return (
    <Alert tone={isWhole ? "success" : "warning"} title={title}>
      <Stack gap="tight">
        <ul aria-label={label}>
          {lines.map(({ key, words }) => (
            <li key={key}>{words}</li>
          ))}
        </ul>
        {action && <Row>{action}</Row>}
      </Stack>
    </Alert>
  );
}
