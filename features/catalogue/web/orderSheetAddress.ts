import { useLocation, useNavigate } from 'react-router'
import { freshId } from '../../../web/freshId.ts'
import type { CatalogueClass } from '../contract.ts'

/** An order as requested: sent again by a reload it is the same order, and it is nobody else's. */
interface PressedOrder {
  requestKey: string
  accountId: string
  /** The price shown to the learner, in fen. */
  price: number
  accepted: boolean
}

/** State of an open sheet in the browser's history. If there is none, an address alone orders nothing. */
interface SheetState {
  pressed?: PressedOrder
  /** An order that was being paid elsewhere, and is gone on with here. */
  orderId?: string
  /** Back closes it. */
  hasOwnEntry?: boolean
}

/** The address of this page with a class's order sheet open, or with no sheet. */
function addressWith({ pathname, search }: { pathname: string; search: string }, classId: string | null) {
  const params = new URLSearchParams(search)
  params.delete('cart')
  if (classId === null) params.delete('join')
  else params.set('join', classId)
  const rest = String(params)
  return pathname + (rest && `?${rest}`)
}

/**
 * The order sheet of the page is part of its address: a reload, a sign-in and a visit to the channel's page come back
 * to it.
 */
export function useOrderSheet() {
  const location = useLocation()
  const navigate = useNavigate()
  const params = new URLSearchParams(location.search)
  const classId = params.get('join')
  const state = (location.state ?? {}) as SheetState
  return {
    classId,
    isCartOpen: params.has('cart'),
    pressed: state.pressed,
    orderId: state.orderId,
    /** The address with the sheet of a class open. */
    addressOf: (id: string) => addressWith(location, id),
    /** Orders a class in its sheet, as the learner sees and confirms it. */
    order(accountId: string, { id, price }: CatalogueClass, accepted: boolean): void {
      const pressed = { requestKey: freshId(), accountId, price, accepted }
      const hasOwnEntry = classId === null || state.hasOwnEntry === true
      void navigate(addressWith(location, id), {
        replace: classId !== null,
        state: { pressed, hasOwnEntry } satisfies SheetState,
      })
    },
    close(): void {
      if (state.hasOwnEntry) void navigate(-1)
      else void navigate(addressWith(location, null), { replace: true })
    },
  }
}
