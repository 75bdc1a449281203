/** Paths of the pages of invoices. */
export const invoicePaths = {
  office: '/invoice-manage/invoice-list',
  ofOffice: (id: string) => `/invoice-manage/invoice-list?invoice=${id}`,
  unit: '/train-manage/invoices',
  ofUnit: (id: string) => `/train-manage/invoices?invoice=${id}`,
  /** Page of an order in the back office, of its kind. */
  order: ({ orderId, kind }: { orderId: string; kind: 'personal' | 'batch' | 'cms' }) =>
    kind === 'batch' ? `/order-manage/batch-order?id=${orderId}` : `/order-manage/detail?id=${orderId}`,
}
