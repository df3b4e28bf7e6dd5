// The server puts the texts of a page's scripts here, in the page's language: see src/http/script_texts.rs.

export const TEXTS = {};
