import { setTimeout as wait } from 'node:timers/promises'
import type { codeCalls } from '../../features/session/code/contract.ts'
import type { World } from '../harness.ts'

/** The newest code sent to a number; it may come a moment after the answer. */
export async function lastCode(world: World, mobile: string): Promise<string | undefined> {
  for (let tries = 0; tries < 10; tries++) {
    const [row] = await world.db`
      select text from outbox_messages where recipient = ${mobile} order by created_at desc, id desc limit 1`
    if (row) return /\d{6}/.exec(row.text as string)![0]
    await wait(20)
  }
  return undefined
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
