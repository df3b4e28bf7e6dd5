//! The three roles, and what each may do.

use crate::names::names;

names! {
    /// What an account may do. Each role may do all that the one before it may.
    pub enum Role {
        /// Creates and manages waffles; no archive, delete, payment methods or audit log.
        WaffleManager = "waffle_manager",
        /// Everything but accounts and settings.
        Admin = "admin",
        /// Everything.
        SuperAdmin = "super_admin",
    }
}

/// Something that an account may or may not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Permission {
    /// Create, list, edit and manage waffles, and read their activity.
    ManageWaffles,
    /// Mark spots paid and release them.
    ManageSpots,
    /// Set, clear and change winners.
    SetWinners,
    /// Edit share messages and share templates.
    ManageShareTemplates,
    /// Read the four reports.
    ReadReports,
    /// Read the registry of handles.
    ReadUsers,
    /// Change one's own profile and password.
    ChangeOwnAccount,
    /// Read the login history, as far as the role may see it.
    ReadLoginHistory,
    /// Archive and unarchive waffles.
    ArchiveWaffles,
    /// Delete waffles for good.
    DeleteWaffles,
    /// Create, edit and deactivate payment methods.
    ManagePaymentMethods,
    /// Read the audit log, as far as the role may see it.
    ReadAuditLog,
    /// Keep handles from claiming.
    BlockHandles,
    /// Merge one handle into another.
    MergeUsers,
    /// Read and forget which payer pays for which handle.
    ManagePayers,
    /// Read everyone's login history, and filter it by account.
    ReadAllLoginHistory,
    /// Create, change and deactivate admin accounts, and hand over password resets.
    ManageAdmins,
    /// Read and change the system settings.
    ManageSettings,
    /// Read the page about the system.
    ReadSystemInformation,
}

impl Permission {
    /// Returns the lowest role that has this permission.
    pub const fn least_role(self) -> Role {
        match self {
            Self::ManageWaffles
            | Self::ManageSpots
            | Self::SetWinners
            | Self::ManageShareTemplates
            | Self::ReadReports
            | Self::ReadUsers
            | Self::ChangeOwnAccount
            | Self::ReadSystemInformation
            | Self::ReadLoginHistory => Role::WaffleManager,
            Self::ArchiveWaffles
            | Self::DeleteWaffles
            | Self::ManagePaymentMethods
            | Self::ReadAuditLog
            | Self::BlockHandles
            | Self::MergeUsers
            | Self::ManagePayers => Role::Admin,
            Self::ReadAllLoginHistory | Self::ManageAdmins | Self::ManageSettings => Role::SuperAdmin,
        }
    }
}

impl Role {
    /// Returns whether this role has a permission.
    pub fn may(self, permission: Permission) -> bool {
        self >= permission.least_role()
    }
}
