/** For the story of a whole page, which brings its own main landmark into the one of the gallery's frame. */
export const wholePage = {
  a11y: {
    config: {
      rules: ['region', 'landmark-main-is-top-level', 'landmark-no-duplicate-main', 'landmark-unique'].map(
        (id) => ({ id, enabled: false }),
      ),
    },
  },
}
