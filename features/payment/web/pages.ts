import type { Page } from '../../../web/page.ts'

const pay = (path: string): Page => ({
  path,
  frame: 'learner',
  title: ['付款', 'Pay'],
  load: () => import('./PayPage.tsx'),
})

export const paymentPages: Page[] = [pay('/go-pay'), pay('/v2/go-pay'), pay('/student/order-pay')]
