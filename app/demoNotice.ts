/** Notice at the top of every page of a demo portal. */
export const demoNotice = {
  zh: '演示站：数据虚构，支付与短信为本机模拟',
  en: 'Demo: fictitious data, simulated payments',
}
