import type { Page } from '../../../web/page.ts'

export const cartPages: Page[] = [
  {
    path: '/student/cart',
    frame: 'learner',
    title: ['购物车', 'Cart'],
    load: () => import('./CartPage.tsx'),
  },
]
