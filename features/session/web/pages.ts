import type { Page } from '../../../web/page.ts'

const register = (path: string): Page => ({
  path,
  frame: 'learner',
  title: ['注册', 'Register'],
  load: () => import('./RegisterPage.tsx'),
})

export const sessionPages: Page[] = [
  { path: '/login', frame: 'learner', title: ['登录', 'Sign in'], load: () => import('./LoginPage.tsx') },
  {
    path: '/index2',
    frame: 'learner',
    title: ['门户首页', 'Portal'],
    load: () => import('./PortalPage.tsx'),
  },
  {
    path: '/admin-login',
    frame: 'bare',
    title: ['管理后台登录', 'Back office'],
    load: () => import('./AdminLoginPage.tsx'),
  },
  {
    path: '/reset-pwd',
    frame: 'learner',
    title: ['重设密码', 'New password'],
    load: () => import('./ResetPasswordPage.tsx'),
  },
  {
    path: '/switch-login',
    frame: 'learner',
    title: ['切换身份', 'Switch'],
    load: () => import('./SwitchLoginPage.tsx'),
  },
  register('/register'),
  register('/registerNew'),
  register('/vocRegister'),
]
