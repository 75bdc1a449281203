import { withButtons } from '../../contract/menu.ts'
import { approvalCalls } from '../../features/approval/contract.ts'
import { merchantCalls } from '../../features/payment/merchant/contract.ts'
import type { PaymentChannelName } from '../../contract/payment.ts'
import {
  type DemoAlipay,
  type DemoMerchant,
  findAlipay,
  findWechat,
} from '../../server/channels/demoMerchant.ts'
import { noticePathOf } from '../../server/channels/openPayment.ts'
import type { World } from '../harness.ts'
import { anAccount, aPortal, type BuiltAccount, type BuiltPortal, signedIn } from './portal.ts'

/** A project whose office sets up merchants. */
export interface MerchantOffice {
  portal: BuiltPortal
  admin: BuiltAccount
}

const menus = ['/project-manage/merchant']

/** Another project beside those of a world, with someone who sets up its merchants and holds more pages. */
export async function anOffice(world: World, more: readonly string[] = []): Promise<MerchantOffice> {
  const portal = await aPortal(world, { menus: [...menus, ...more] })
  const made = await anAccount(world, portal, { role: 'admin' })
  return {
    portal,
    admin: { ...made, token: await signedIn(world, made.loginName, undefined, portal.unitId) },
  }
}

export interface BuiltMerchant {
  id: string
  /** Path its notices go to. */
  path: string
  /** Both ends of the one it is at the demo's WeChat Pay or Alipay; the other is null. */
  wechat: DemoMerchant | null
  alipay: DemoAlipay | null
}

let chiefs = 0

/** Someone else of an office, who approves what it proposes. */
export async function aChief(
  world: World,
  { portal }: Pick<MerchantOffice, 'portal'>,
): Promise<BuiltAccount> {
  const { projectId } = portal
  const role = { projectId, roleName: `主管${++chiefs}`, roleSystem: 1 }
  const [row] = await world.db`
    insert into roles ${world.db({ ...role, menus: withButtons(['/customer/exception-register', '/project-manage/setting', ...menus]) })} returning id`
  return anAccount(
    world,
    { ...portal, roles: { ...portal.roles, admin: row!.id as string } },
    { role: 'admin' },
  )
}

/** Enables a merchant: its office proposes it, somebody else approves. */
export async function enableMerchant(world: World, office: MerchantOffice, id: string): Promise<void> {
  const proposal = await world.ask(merchantCalls.disabled, { id, disabled: false }, office.admin.token)
  if (proposal)
    await world.ask(approvalCalls.approve, { id: proposal.approvalId }, (await aChief(world, office)).token)
}

/** A merchant of a project, registered at the demo's gateway and enabled, as its office does it. */
export async function aMerchant(
  world: World,
  { portal, admin }: MerchantOffice,
  channel: PaymentChannelName,
  { enabled = true } = {},
): Promise<BuiltMerchant> {
  const { dataFolder } = world.app.environment
  const { id } = await world.ask(merchantCalls.save, { channel, name: `商户 ${channel}` }, admin.token)
  if (enabled) await enableMerchant(world, { portal, admin }, id)
  const [row] = await world.db`select merchant_no, app_id from merchants where id = ${id}`
  const isWechat = channel === 'wechat'
  return {
    id,
    path: noticePathOf(channel, id),
    wechat: isWechat ? await findWechat(dataFolder, row!.merchantNo as string) : null,
    alipay: isWechat ? null : await findAlipay(dataFolder, row!.appId as string),
  }
}
