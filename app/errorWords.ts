import { words } from '../web/words.ts'

/** Words of the pages /404 and /401, and of the signed-in person's own menu in the back office. */
export const useErrorWords = words(
  'error',
  {
    closedTitle: '本平台已停止服务',
    notFoundTitle: '没有这个页面',
    notFoundText: '链接可能已失效，或地址输入有误。可以返回上一页，或从首页、菜单重新进入。',
    wantedAddress: '您要打开的地址：{path}',
    goBack: '返回上一页',
    signInOther: '换一个账号登录',
    switchRole: '切换角色',
    ownAccount: '我的账户',
    avatar: '更换头像',
    learnerSide: '学员端',
    toOffice: '返回后台首页',
    yourRole: '当前身份：{name}（{role}）',
    notAllowedTitle: '您没有权限查看这个页面',
    notAllowedText: '如需开通，请把页面名称和您的账号告诉管理员；也可以切换角色或换一个账号登录。',
    wantedPage: '您要打开的页面：{title}',
    back: '返回首页',
  },
  {
    closedTitle: 'This portal is closed',
    notFoundTitle: 'Page not found',
    notFoundText:
      'The link may be out of date, or the address mistyped. Go back, or start again from the home page or the menu.',
    wantedAddress: 'Requested address: {path}',
    goBack: 'Go back',
    signInOther: 'Sign in with another account',
    switchRole: 'Switch role',
    ownAccount: 'My account',
    avatar: 'Change avatar',
    learnerSide: 'Learner site',
    toOffice: 'Back to admin home',
    yourRole: 'You are {name} ({role})',
    notAllowedTitle: 'You don’t have access to this page',
    notAllowedText:
      'To get access, give an administrator the page name and your account. You can also switch roles or sign in with another account.',
    wantedPage: 'Requested page: {title}',
    back: 'Back to home',
  },
)
