import { Suspense } from 'react'
import { lazyPart } from '../../../web/lazyPart.tsx'
import { useToken } from '../../session/web/account.ts'
import { useOrderSheet } from './orderSheetAddress.ts'

const OrderSheet = lazyPart(() => import('./OrderSheet.tsx'))
const VisitorCart = lazyPart(() => import('./VisitorCart.tsx'))

/** Shows the sheet in the page's address, the order of a class or a visitor's cart, and loads it then. */
export function OrderPlace() {
  const { classId, isCartOpen, close } = useOrderSheet()
  const isVisitor = useToken() === null
  return (
    <Suspense>
      {classId !== null && <OrderSheet key={classId} classId={classId} onClose={close} />}
      {isCartOpen && isVisitor && <VisitorCart onClose={close} />}
    </Suspense>
  )
}
