import type { Tx } from '../../../server/db.ts'
import { sendMessage } from '../../message/server/actions.ts'
import { reminderDays, reminderHours } from '../rules.ts'
import { deadlineNear } from './messages.ts'

interface NearEnd {
  id: string
  accountId: string
  className: string
  end: string
  day: string
  days: number
  step: number
}

/** The number of reminders sent, and the enrolment to continue after; null when these were the last. */
interface Reminded {
  sent: number
  next: string | null
}

/**
 * Reminds the learners of so many open enrolments that end in 30, 7 or 1 days of Shanghai, each day once for an end; a
 * day that was missed is made up for on the next, except the last. Only while people are awake. Each enrolment is
 * passed once, whether its reminder could be sent or not.
 */
export async function remindNearEnds(
  tx: Tx,
  { limit, after = null }: { limit: number; after?: string | null },
): Promise<Reminded> {
  const [month, week, last] = reminderDays
  const rows = await tx<NearEnd[]>`
    with near as (
      select e.id, e.account_id, c.name as class_name, e.expires_at as end,
        to_char(e.expires_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day,
        (e.expires_at at time zone 'Asia/Shanghai')::date - (moment() at time zone 'Asia/Shanghai')::date as days
      from enrolments e join train_classes c on c.id = e.class_id
      join accounts a on a.id = e.account_id and a.status <> 'deleted'
      where e.status = 'active' and e.suspended_by is null and e.expires_at > moment()
        ${after ? tx`and e.id > ${after}` : tx``}
        and e.expires_at < moment() + make_interval(days => ${month} + 2)
        and extract(hour from moment() at time zone 'Asia/Shanghai') between ${reminderHours.from}
          and ${reminderHours.to} - 1),
    due as (
      select near.*, case when days in (${month}, ${month - 1}) then ${month}::int
        when days in (${week}, ${week - 1}) then ${week}::int when days = ${last} then ${last}::int end as step
      from near)
    select * from due
    where step is not null and not exists (
      select from messages m where m.account_id = due.account_id and m.kind = ${deadlineNear.code}
        and m.key = due.id || ' ' || due.day || ' ' || due.step)
    order by due.id limit ${limit}`
  let sent = 0
  for (const { id, accountId, className, end, day, days, step } of rows) {
    const key = `${id} ${day} ${step}`
    if (await sendMessage(tx, deadlineNear, accountId, { className, days, end }, key)) sent++
  }
  return { sent, next: rows.length === limit ? rows.at(-1)!.id : null }
}
