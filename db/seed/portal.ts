import { demoTaxNo } from '../../server/channels/openInvoicing.ts'
import type { Tx } from '../../server/db.ts'
import type { InvoiceConfig } from '../../features/invoice/config/contract.ts'
import { startRoles } from '../../features/role/rules.ts'
import { addSettings, addText, createProject } from '../../features/project/server/actions.ts'
import { portalOn } from './content/portal.ts'
import { regions, units } from './content/units.ts'

/** Base of the other parts of the demo. */
export interface SeededPortal {
  projectId: string
  /** Role ids in the order of `startRoles`: administrator, unit, finance, service, learner. */
  roleIds: string[]
  unitIds: ReadonlyMap<string, string>
  /** The moment at which it is seeded, by the database's clock, and its day in China. */
  now: string
  today: string
}

/** The account that units transfer money to: of no bank, and nobody's. */
const bankAccount = {
  bankAccountName: '江海市专业技术人员继续教育中心',
  bankName: '江海演示银行营业部',
  bankAccount: '3300 0000 0000 0018',
}

const settings = {
  ...bankAccount,
  studentRefund: true,
  refundClassProcess: 20,
  refundOrderTimes: 2,
  refundOrderDays: 7,
}

const refundText =
  '<p>付款后 7 天内、学习进度不超过 20% 的班级可以申请退款，款项按原路退回，通常需要 1 至 5 个工作日。</p>'

/** The project, its roles and its units. */
export async function seedPortal(tx: Tx): Promise<SeededPortal> {
  const [clock] = await tx<{ now: string; today: string }[]>`
    select moment() as now, to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as today`
  const { now, today } = clock!
  const year = Number(today.slice(0, 4))
  const content = portalOn(today)
  const { title, shortTitle, aboutUs, agreement, privacyPolicy } = content
  const projectId = await createProject(tx, {
    settings: { title, shortTitle, classStartYear: year - 7, ...settings },
    aboutUs,
    agreement: agreement + privacyPolicy,
  })
  await seedTexts(tx, projectId, content, year + 1)
  const roleIds: string[] = []
  for (const { roleName, roleSystem, menus } of startRoles) {
    const [role] = await tx`
      insert into roles ${tx({ projectId, roleName, roleSystem, menus: [...menus] })} returning id`
    roleIds.push(role!.id as string)
  }
  const unitIds = new Map<string, string>()
  for (const unit of units) {
    const parentId = unit.parent ? unitIds.get(unit.parent)! : null
    const [row] = await tx`
      with fresh as (select new_id() as id)
      insert into units (id, project_id, parent_id, path, sort, name, credit_code, region, industry, contact, phone,
        email, address, invoice_title)
      select id, ${projectId}, ${parentId},
        coalesce((select path from units where id = ${parentId}), '') || id || '/', ${10 * (unitIds.size + 1)},
        ${unit.name}, ${unit.creditCode}, ${unit.regionCode}, ${unit.industry}, ${unit.contact}, ${unit.phone},
        ${`${unit.key}@example.cn`}, ${`${regions[unit.regionCode]![0]}学习路 ${unitIds.size + 1} 号`}, ${tx.json(
          {
            name: unit.name,
            taxNo: unit.creditCode,
            phone: unit.phone,
            bankAccount: '',
            address: '',
            bank: '',
            email: '',
          },
        )}
      from fresh returning id`
    unitIds.set(unit.key, row!.id as string)
  }
  await seedRegions(tx, projectId)
  await seedTerms(tx, unitIds, year)
  return { projectId, roleIds, unitIds, now, today }
}

/** The regions of the demo's city stand on no national list: they are the project's own. */
async function seedRegions(tx: Tx, projectId: string): Promise<void> {
  const [city] = Object.keys(regions)
  await tx`insert into dictionary_entries ${tx(
    Object.entries(regions).map(([code, [name, nameEn]], sort) => ({
      projectId,
      kind: 'region',
      code,
      name,
      nameEn,
      sort,
      parentCode: code === city ? null : city!,
    })),
  )}`
}

/** Two units buy on terms of their own: one at a discount, one pays for its people as a group. */
async function seedTerms(tx: Tx, unitIds: ReadonlyMap<string, string>, year: number): Promise<void> {
  await tx`
    insert into unit_train_types (unit_id, class_type, price_mode, rate)
    values (${unitIds.get('software')!}, 'professional', 'discount', 8500)`
  await tx`
    insert into unit_train_types (unit_id, class_type, payment_mode, valid_from, valid_to)
    values (${unitIds.get('power')!}, 'professional', 'group', ${`${year}-01-01`}, ${`${year}-12-31`})`
}

/** Fills the setting page besides the settings: contact, the text about refunds, a change to come. */
async function seedTexts(
  tx: Tx,
  projectId: string,
  { title, contact, invoiceRemark }: ReturnType<typeof portalOn>,
  nextYear: number,
): Promise<void> {
  const { phone, email, address, hours } = contact
  await addText(tx, projectId, { kind: 'refundOrder', content: refundText })
  const info = { organiser: title, phone, email, address, serviceHours: hours, icp: '' }
  const from = `${nextYear - 2}-01-01`
  const invoice: Partial<InvoiceConfig> = {
    open: true,
    kinds: ['ordinary', 'special'],
    withinDays: 730,
    remark: `${invoiceRemark} {orderNo}`,
    sellers: [
      {
        from,
        name: bankAccount.bankAccountName,
        taxNo: demoTaxNo,
        address,
        phone,
        bank: bankAccount.bankName,
        bankAccount: bankAccount.bankAccount.replaceAll(' ', ''),
        drawer: '财务',
      },
    ],
    taxLines: [
      {
        from,
        classType: null,
        item: '',
        taxCode: '3070201020000000000',
        category: '非学历教育服务',
        rate: 300,
        policy: '01',
      },
    ],
  }
  await tx`
    insert into project_configs ${tx([
      { projectId, kind: 'info', content: tx.json(info) },
      { projectId, kind: 'invoice', content: tx.json(invoice) },
    ])}`
  await addSettings(
    tx,
    projectId,
    { versionCode: `${nextYear}.1`, totalHoursTenths: 960 },
    { effectiveFrom: `${nextYear}-01-01T00:00:00+08:00`, reason: `${nextYear} 年度学时要求调整` },
  )
}
