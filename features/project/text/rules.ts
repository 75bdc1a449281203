/** The texts of a project that are kept by version. */
export const textKinds = ['agreement', 'aboutUs', 'popup', 'refundOrder'] as const
export type TextKind = (typeof textKinds)[number]
