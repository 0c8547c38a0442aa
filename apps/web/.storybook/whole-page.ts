/** For the story of a whole page: its main landmark is its own, and the gallery's frame has one around it. */
export const wholePage = {
  a11y: {
    config: {
      rules: ['region', 'landmark-main-is-top-level', 'landmark-no-duplicate-main', 'landmark-unique'].map(
        (id) => ({ id, enabled: false }),
      ),
    },
  },
}
