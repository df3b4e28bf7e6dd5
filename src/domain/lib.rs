//! The rules of a waffle.
