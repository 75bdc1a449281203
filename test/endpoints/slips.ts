import { randomUUID } from 'node:crypto'
import type { World } from '../harness.ts'
import type { AddRow } from './rows.ts'

/** A slip to review of an order. */
export async function aSlip({ db }: World, add: AddRow, orderId: string): Promise<void> {
  await add('images', { key: `image/2023/${randomUUID()}.jpg`, isPersonal: true, usedAt: db`moment()` })
  await add('vouchers', { orderId, day: '2023-01-01', amount: 6000 })
}
