/** Paths of the public page of sign-ups. */
export const signUpPaths = {
  public: '/trainIndex',
  apply: (id: string) => `/trainIndex?apply=${id}`,
  mine: (id: string) => `/trainIndex?mine=${id}`,
}
