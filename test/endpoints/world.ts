import { allHandlers } from '../../app/features.ts'
import type { Call } from '../../contract/call.ts'
import { localIdentity } from '../../server/channels/identity.ts'
import { ForgedNotice, type PaymentChannel } from '../../server/channels/payment.ts'
import { openSigner } from '../../features/certificate/signature/server/actions.ts'
import { openWorld, type World } from '../harness.ts'
import { type Person, signInPeople } from './people.ts'
import { agreeingProvider } from './invoicing.ts'
import { aPlace, type Place } from './place.ts'
import { aProject } from './project.ts'
import { type Snapshot, takeSnapshot } from './tables.ts'

export const calls: readonly Call[] = allHandlers.map(({ call }) => call)

/** A payment provider that opens every payment and reports no money. */
const silentChannel: PaymentChannel = {
  name: 'wechat',
  create: async ({ outTradeNo }) => `weixin://wxpay/${outTradeNo}`,
  query: async () => null,
  close: async () => 'closed',
  refund: async ({ refundNo, amount }) => ({
    refundNo,
    providerNo: null,
    code: null,
    amount,
    state: 'processing',
  }),
  readBill: async () => [],
  check: async () => ({ result: 'right', code: null }),
  readNotice: async () => {
    throw new ForgedNotice()
  },
}

/** Two projects of two units with learners, people of every role, and a way to restore the initial state. */
export interface Endpoints {
  world: World
  people: Person[]
  places: Record<string, Place>
  snapshot: Snapshot
}

export const placeKeys = ['A1x', 'A1y', 'A2x', 'B1x'] as const

/** Menu entries and buttons that any call requires. */
const everyMenu = [...new Set(calls.flatMap(({ allow }) => allow).filter((allow) => allow.startsWith('/')))]

export async function openEndpoints(): Promise<Endpoints> {
  const world = await openWorld({
    channels: () => ({
      payment: { wechat: silentChannel, alipay: null },
      invoicing: agreeingProvider,
      identity: localIdentity(),
    }),
  })
  const { db } = world
  // The first certificate that is drawn makes it.
  await openSigner(db, world.app.secrets)
  const projects = { A: await aProject(world, 'A'), B: await aProject(world, 'B') }
  const places: Record<string, Place> = {}
  for (const key of placeKeys) places[key] = await aPlace(world, projects[key[0] as 'A' | 'B'], key)
  const people = await signInPeople(world, projects, places, everyMenu)
  // A sheet is begun with by anyone who sent it: the administrator of the place.
  const administrator = people.find(({ name }) => name === 'administrator')!
  const { accountId } = (await world.portal.gate.find(administrator.token!))!
  await db`update uploads set account_id = ${accountId} where id = ${places[administrator.place]!.sheetUploadId}`
  await db`
    update imports set operator_id = ${accountId}
    where id in (${places[administrator.place]!.rosterImportId}, ${places[administrator.place]!.transferImportId})`
  const { roleId, unitId } = (await world.portal.gate.find(administrator.token!))!
  await db`
    update list_exports set operator_id = ${accountId}, role_id = ${roleId}, scope_unit_id = ${unitId}
    where id in (${places[administrator.place]!.makingExportId}, ${places[administrator.place]!.readyExportId})`
  await db`
    update batches set operator_id = ${accountId}, role_id = ${roleId}, scope_unit_id = ${unitId}
    where id in (${places[administrator.place]!.batchId}, ${places[administrator.place]!.transferBatchId})`
  await db`update images set account_id = ${accountId} where key = ${places[administrator.place]!.slipKey}`
  await db`update list_views set owner_id = ${accountId} where id = ${places[administrator.place]!.viewId}`
  // Work put off stays put off: what a call did is then what it did before it answered.
  await world.portal.drainJobs()
  // And the clock is stopped: nothing lapses between two reads, however slow the machine is.
  const [moment] = await db`select moment()::text as now`
  await db.unsafe(`delete from jobs where status <> 'succeeded' or id not in (select job_id from imports);
    create function put_off() returns trigger language plpgsql as $$ begin new.run_at := 'infinity'; return new; end $$;
    create or replace function moment() returns timestamptz language sql stable as
      $$ select timestamptz '${moment!.now as string}' $$;
    create trigger put_off before insert on jobs for each row execute function put_off()`)
  return { world, people, places, snapshot: await takeSnapshot(db) }
}
