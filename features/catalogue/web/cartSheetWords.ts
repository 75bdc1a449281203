import { words } from '../../../web/words.ts'

export const useCartSheetWords = words(
  'visitor-cart',
  {
    none: '购物车是空的',
    noneHint: '把想学的班级放进来，登录后一次付款。',
    gone: '另有 {count} 个班级已不再开设',
    hint: '选好的班级只保存在这台设备上，登录后并入您的购物车；所在单位如有优惠，登录后显示。',
    signInToOrder: '登录后结算',
    register: '注册新账号',
  },
  {
    none: 'Your cart is empty',
    noneHint: 'Add the classes you want, then sign in and pay once.',
    gone: '{count} more {count|class is|classes are} no longer offered',
    hint: 'Your choice is saved on this device only and joins your cart when you sign in, where your organisation’s own prices apply.',
    signInToOrder: 'Sign in to check out',
    register: 'Register',
  },
)
