import { createProject } from '../../../features/project/server/actions.ts'
import { approvalCalls } from '../../../features/approval/contract.ts'
import { merchantCalls } from '../../../features/payment/merchant/contract.ts'
import { idCheckDigit, maskIdCard, maskMobile } from '../../../contract/identity.ts'
import { bigramsOf } from '../../../contract/search.ts'
import { withButtons } from '../../../contract/menu.ts'
import { type PaymentChannelName, paymentChannelNames } from '../../../contract/payment.ts'
import { findAlipay, findWechat } from '../../../server/channels/demoMerchant.ts'
import { noticePathOf } from '../../../server/channels/openPayment.ts'
import type { Pool } from '../../../server/db.ts'
import { readEnvironment } from '../../../server/environment.ts'
import { openSecrets } from '../../../server/secrets.ts'
import { hashToken } from '../../../server/session.ts'
import { aClient, type Trouble } from '../kill/client.ts'
import type { Product } from '../kill/product.ts'
import { aSchool, type ChaosClass } from '../kill/school.ts'
import { seededRandom } from '../../../db/seed/content/random.ts'
import { alipayPlatform, type Platform, type Writers, wechatPlatform } from './platforms.ts'

/** A project that sells through merchants of its own, one for each channel. */
export interface SellingPortal {
  tokens: string[]
  classes: ChaosClass[]
  platforms: Platform[]
}

const learners = 60
/** A project has someone who administers it, here its merchants, and approves that. */
const officePages = [
  '/project-manage/merchant',
  '/customer/exception-register',
  '/account-manage/role',
  '/account-manage/administrator-list',
]
let serial = 0

/** Somebody of a project with a role of these pages, as the database holds them; gives the account. */
async function aPerson(
  db: Pool,
  dataFolder: string,
  person: { projectId: string; roleId: string; unitId: string | null; name: string },
): Promise<string> {
  const secrets = openSecrets(readEnvironment({ DATA_DIR: dataFolder }))
  const [fresh] = await db<{ id: string }[]>`select new_id() as id`
  const id = fresh!.id
  const mobile = `138${String(90_000_000 + ++serial)}`
  const { name, ...of } = person
  await db`insert into accounts ${db({
    id,
    ...of,
    loginName: `chaos-pay-${serial}`,
    userName: name,
    passwordHash: '-',
    mobileSealed: secrets.seal('accounts.mobile', id, mobile),
    mobileIndex: secrets.blindIndex('mobile', mobile),
    mobileMask: maskMobile(mobile),
  })}`
  if (person.unitId === null) return id
  const first17 = `11010119910101${String(serial).padStart(3, '0')}`
  const card = first17 + idCheckDigit(first17)
  await db`insert into students ${db({
    accountId: id,
    projectId: of.projectId,
    unitId: person.unitId,
    realName: name,
    nameBigrams: bigramsOf(name),
    cardSealed: secrets.seal('students.card', id, card),
    cardIndex: secrets.blindIndex('card', card),
    cardMask: maskIdCard(card),
  })}`
  return id
}

const aRole = async (db: Pool, projectId: string, roleSystem: number, menus: string[]): Promise<string> => {
  const role = { projectId, roleName: `付款演练${++serial}`, roleSystem, menus }
  const [row] = await db`insert into roles ${db(role)} returning id`
  return row!.id as string
}

/** A project beside the demo's, with learners who may buy. */
async function anotherProject(db: Pool, dataFolder: string): Promise<string> {
  const projectId = await createProject(db, {
    settings: { title: '第二个项目', shortTitle: '第二' },
    agreement: '<p>协议</p>',
  })
  const [unit] = await db`
    with fresh as (select new_id() as id)
    insert into units (id, project_id, path, name) select id, ${projectId}, id || '/', '第二单位' from fresh returning id`
  await db`insert into class_categories (project_id, class_type, kind, name) values (${projectId}, 'public', 'base', '分类')`
  const roleId = await aRole(db, projectId, 3, [])
  for (let n = 0; n < learners; n++) {
    await aPerson(db, dataFolder, { projectId, roleId, unitId: unit!.id as string, name: '张小明' })
  }
  return projectId
}

/** Someone of a project who sets up its merchants, or approves that, signed in; gives the token. */
async function anOffice(db: Pool, dataFolder: string, projectId: string, name: string): Promise<string> {
  const roleId = await aRole(db, projectId, 1, withButtons(officePages))
  const accountId = await aPerson(db, dataFolder, { projectId, roleId, unitId: null, name })
  const token = `chaos-${accountId}`
  await db`insert into sessions ${db({
    tokenHash: hashToken(token),
    accountId,
    roleId,
    ip: '',
    agent: '',
    idleUntil: '2100-01-01T00:00:00Z',
    expiresAt: '2100-01-01T00:00:00Z',
  })}`
  return token
}

/** Two projects that sell, the demo's and another, each with a merchant of its own for every channel. */
export async function sellingPortals(
  product: Product,
  dataFolder: string,
  trouble: Trouble,
): Promise<SellingPortal[]> {
  const demoId = await product.look(async (db) => {
    const [row] = await db`select id from projects order by id limit 1`
    return row!.id as string
  })
  const otherId = await product.look((db) => anotherProject(db, dataFolder))
  const ids = [demoId, otherId]
  const made: Record<PaymentChannelName, { id: string; merchantNo: string; appId: string }>[] = []
  for (const projectId of ids) {
    const [client, chief] = await Promise.all(
      ['商户管理员', '商户审批'].map(async (name) => {
        const token = await product.look((db) => anOffice(db, dataFolder, projectId, name))
        return aClient(product.address, token, seededRandom(1), trouble, '10.1.0.1')
      }),
    )
    const found: [PaymentChannelName, { id: string; merchantNo: string; appId: string }][] = []
    for (const channel of paymentChannelNames) {
      const { id } = await client!.ask(merchantCalls.save, { channel, name: '演练商户' })
      const proposal = await client!.ask(merchantCalls.disabled, { id, disabled: false })
      await chief!.ask(approvalCalls.approve, { id: proposal!.approvalId })
      const { list } = await client!.ask(merchantCalls.query, { channel })
      found.push([channel, list.find((one) => one.id === id)!])
    }
    made.push(Object.fromEntries(found) as (typeof made)[number])
  }
  const writers: Record<PaymentChannelName, Writers>[] = await Promise.all(
    made.map(async ({ wechat, alipay }) => ({
      wechat: wechatPlatform((await findWechat(dataFolder, wechat.merchantNo))!),
      alipay: alipayPlatform((await findAlipay(dataFolder, alipay.appId))!),
    })),
  )
  const schools = [await product.look((db) => aSchool(db)), await product.look((db) => aSchool(db, otherId))]
  return schools.map((school, n) => ({
    tokens: school.tokens,
    // Of those with few places some would be gone.
    classes: school.priced.filter((_, at) => at % 10 !== 9),
    platforms: paymentChannelNames.map((channel) => {
      const { truth, forged, altered, isTaken } = writers[n]![channel]
      return {
        channel,
        path: noticePathOf(channel, made[n]![channel].id),
        truth,
        altered,
        isTaken,
        // True in every other way: what the other project's merchant says of a payment that is not its own.
        forged: [...forged, ...writers[1 - n]![channel].foreign],
      }
    }),
  }))
}
