/** Paths of the provider's pages of batch orders. */
export const batchOrderPaths = {
  list: '/order-manage/batch-orders',
  order: (id: string) => `/order-manage/batch-order?id=${id}`,
}
