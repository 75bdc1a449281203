import { codeJob } from '../../features/message/server/actions.ts'
import type { codeCalls } from '../../features/session/code/contract.ts'
import type { World } from '../harness.ts'
import { until } from '../until.ts'

/** The newest code sent to a number, once nothing is on its way any more; undefined when there is none. */
export async function lastCode(world: World, mobile: string): Promise<string | undefined> {
  await until(async () => {
    const [row] = await world.db`
      select from jobs where type = ${codeJob.type} and status in ('queued', 'running')
        and run_at <= moment() limit 1`
    return row === undefined
  })
  const [row] = await world.db`
    select text from outbox_messages where channel = 'sms' and recipient = ${mobile}
    order by created_at desc, id desc limit 1`
  return row && /\d{6}/.exec(row.text as string)![0]
}

/** Requests a code and reads it as the number's owner does; `mobile` null means one's own number, `own`. */
export async function aMessageCode(
  world: World,
  call: (typeof codeCalls)[keyof typeof codeCalls],
  mobile: string | null,
  token?: string,
  own: string | null = mobile,
): Promise<{ codeToken: string; msgCode: string }> {
  const { codeToken } = await world.ask(call, mobile ? { mobile } : ({} as { mobile: string }), token)
  return { codeToken, msgCode: (await lastCode(world, own!)) ?? '000000' }
}
