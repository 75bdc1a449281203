/** An order that is paid in another place than its own page, and the address of that place, stored per window. */
interface PayFrom {
  orderId: string
  path: string
}

const key = 'payFrom'

export function savePayFrom(from: PayFrom): void {
  sessionStorage.setItem(key, JSON.stringify(from))
}

/** The address where an order is being paid, which the channel's page knows nothing of; null for its own page. */
export function readPayFrom(orderId: string | null): string | null {
  const saved = sessionStorage.getItem(key)
  const from = saved === null ? null : (JSON.parse(saved) as PayFrom)
  return from !== null && from.orderId === orderId ? from.path : null
}

export function endPayFrom(): void {
  sessionStorage.removeItem(key)
}
