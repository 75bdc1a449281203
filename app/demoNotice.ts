/** Notice at the top of every page of a demo portal. */
export const demoNotice = {
  zh: '演示站：数据为虚构，支付与短信均为本机模拟，不会产生真实费用',
  en: 'Demo: fictitious data, simulated payments',
}
