import { words } from '../../../web/words.ts'

export const useMergeWords = words(
  'cart-merge',
  {
    added: '登录前选的 {count} 个班级已放入购物车',
    refused: '有 {count} 个没有放入',
    semicolon: '；',
    view: '查看购物车',
  },
  {
    added: '{count} {count|class|classes} you chose before signing in {count|is|are} now in your cart',
    refused: '{count} could not be added',
    semicolon: '; ',
    view: 'View cart',
  },
)
