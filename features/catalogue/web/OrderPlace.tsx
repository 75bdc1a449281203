import { Suspense } from 'react'
import { lazyPart } from '../../../web/lazyPart.tsx'
import { useToken } from '../../session/web/account.ts'
import { useOrderSheet } from './orderSheetAddress.ts'

const OrderSheet = lazyPart(() => import('./OrderSheet.tsx'))
const VisitorCart = lazyPart(() => import('./VisitorCart.tsx'))

/** Where a page shows the sheet that its address names, the order of a class or a visitor's cart; it is loaded then. */
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
