import type { PortalPage } from '../../../web/page.ts'
import { confirmPagePath } from '../../wechat/rules.ts'

const register = (path: string): PortalPage => ({
  path,
  frame: 'learner',
  title: ['注册', 'Register'],
  load: () => import('./RegisterPage.tsx'),
})

export const loginPages: PortalPage[] = [
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
    path: '/login-wx-binding',
    frame: 'learner',
    title: ['绑定微信', 'Link WeChat'],
    load: () => import('./WechatBindingPage.tsx'),
  },
  {
    path: confirmPagePath,
    frame: 'bare',
    title: ['确认登录', 'Confirm sign-in'],
    load: () => import('./WechatConfirmPage.tsx'),
  },
  {
    path: '/auth-redirect',
    frame: 'learner',
    title: ['微信登录', 'WeChat sign-in'],
    load: () => import('./AuthRedirectPage.tsx'),
  },
  {
    path: '/reset-pwd',
    frame: 'learner',
    title: ['重设密码', 'Reset password'],
    load: () => import('./ResetPasswordPage.tsx'),
  },
  register('/register'),
  {
    path: '/registerNew',
    frame: 'learner',
    title: ['注册', 'Register'],
    load: () => import('./StepRegisterPage.tsx'),
  },
  register('/vocRegister'),
]
