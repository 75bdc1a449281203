import { openInvoices } from './invoice.ts'
import { aShop, type Shop } from './order.ts'
import { anAccount, type BuiltAccount, openRefunds } from './portal.ts'
import { signUpMenus } from './signUp.ts'

interface FeeShop {
  shop: Shop
  /** May do all that is about sign-ups, their fees and invoices. */
  admin: BuiltAccount
  /** Manages the unit of the portal. */
  manager: BuiltAccount
}

/** A portal that sells sign-ups, refunds and invoices them, with the menus of its administrators and managers beside those. */
export async function aFeeShop(menus: { admin?: string[]; manager: string[] }): Promise<FeeShop> {
  const shop = await aShop([
    ...signUpMenus,
    '/order-manage/list',
    '/invoice-manage/refund-list',
    '/invoice-manage/invoice-list',
    '/project-manage/setting',
    '/customer/exception-register',
    ...(menus.admin ?? []),
  ])
  const { world, portal } = shop
  await openRefunds(world, portal.projectId)
  await world.db`update roles set menus = ${menus.manager} where id = ${portal.roles.unit}`
  const admin = await anAccount(world, portal, { role: 'admin' })
  await openInvoices(world, admin)
  return { shop, admin, manager: await anAccount(world, portal, { role: 'unit' }) }
}
