import { sql } from "kysely";
import type { Transaction } from "#server/platform/database.ts";

/**
 * Changes the entries and facts that name a borrower in the activity log and in unsent emails to others: gives them another
 * `value`, or another borrower's id.
 */
export async function changeMentions(
  tx: Transaction,
  borrowerId: number,
  to: { value: string } | { borrowerId: number },
): Promise<void> {
  const mention = JSON.stringify({ borrowerId });
  const entry =
    "value" in to
      ? sql`change || jsonb_build_object('before', case when change ->> 'before' is not null then ${to.value}::text end,
          'after', case when change ->> 'after' is not null then ${to.value}::text end)`
      : sql`change || ${JSON.stringify(to)}::jsonb`;
  await sql`
    update activity_log set changes = (
      select jsonb_agg(case when change @> ${mention}::jsonb then ${entry} else change end order by place)
      from jsonb_array_elements(changes) with ordinality as listed (change, place))
    where changes @> ${`[${mention}]`}::jsonb`.execute(tx);
  await sql`
    update mails set letter = jsonb_set(letter, '{blocks}', (
      select jsonb_agg(case when block ->> 'is' <> 'facts' then block else jsonb_set(block, '{facts}', (
        select jsonb_agg(case when fact @> ${mention}::jsonb then fact || ${JSON.stringify(to)}::jsonb else fact end order by place)
        from jsonb_array_elements(block -> 'facts') with ordinality as listed (fact, place))) end order by place)
      from jsonb_array_elements(letter -> 'blocks') with ordinality as listed (block, place)))
    where letter @> ${`{"blocks": [{"facts": [${mention}]}]}`}::jsonb`.execute(tx);
}
