import { pushEdits, saveConfig } from '../../features/project/config/server/actions.ts'
import { pushOf } from '../../features/project/config/rules.ts'
import { pushPass, replayPush, saveReceiver } from '../../features/push/server/actions.ts'
import { claimDue } from '../../features/push/server/data.ts'
import { sendPush, settleTry } from '../../features/push/server/deliver.ts'
import { usualFields } from '../../features/push/rules.ts'
import { demoSecret, takeResult } from '../../sandbox/push/actions.ts'
import type { AppContext } from '../../server/appContext.ts'
import { demoReceiverUrl, type Receiver } from '../../server/channels/receiver.ts'
import type { SeededPortal } from './portal.ts'
import { staffOf } from './staff.ts'

/** Passes that are pushed: the first of them while the outside system is away. */
const most = { away: 4, all: 14 }

/**
 * The latest passes pushed to the demo's own outside system: some were given up while it was away, one of these was pushed
 * again. The portal has yet no address of its own, so the system takes them here without one.
 */
export async function seedPushes(app: AppContext, portal: SeededPortal): Promise<void> {
  const { db, secrets, channels } = app
  const { projectId } = portal
  const admin = await staffOf(db, portal, 'admin')
  const setRetries = async (retries: number, version: number) => {
    const content = { ...pushOf({}), open: true, subjects: ['pass', 'hours'], retries }
    await db.begin((tx) => saveConfig(tx, admin, pushEdits, { content, version }))
  }
  // Given up at once while it is away: nobody can wait a day for that.
  await setRetries(0, 0)
  const fields = [{ field: 'realName', key: 'name' } as const, ...usualFields]
  const content = { address: demoReceiverUrl, fields, hourUnit: 'hours' } as const
  await db.begin((tx) =>
    saveReceiver(tx, { secrets }, admin, {
      content: { ...content, fields: [...fields] },
      secret: demoSecret(secrets),
      version: 0,
    }),
  )

  async function push(away: boolean): Promise<void> {
    const receiver: Receiver = {
      check: async () => {},
      post: (_address, message) => db.begin((tx) => takeResult(tx, secrets, message, { away })),
    }
    for (let due = await claimDue(db, projectId, 8); due.length > 0; due = await claimDue(db, projectId, 8)) {
      for (const one of due) {
        const outcome = await sendPush({ db, secrets, channels: { ...channels, receiver } }, one)
        await db.begin((tx) => settleTry(tx, one, outcome!))
      }
    }
  }
  const passes = await db<{ id: string }[]>`
    select id from enrolments where project_id = ${projectId} and status = 'passed'
    order by passed_at desc, id limit ${most.all}`
  const queue = (ids: readonly { id: string }[]) =>
    db.begin(async (tx) => {
      for (const { id } of ids) await pushPass(tx, id)
    })
  await queue(passes.slice(0, most.away))
  await push(true)
  await queue(passes.slice(most.away))
  await push(false)
  const [given] = await db<{ id: string }[]>`
    select id from pushes where project_id = ${projectId} and status = 'failed' order by seq limit 1`
  await db.begin((tx) => replayPush(tx, admin, given!.id))
  await push(false)
  await setRetries(5, 1)
}
